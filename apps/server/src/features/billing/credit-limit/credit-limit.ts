import { type CreditLimit, creditLimitId } from '@usance/api/billing/credit-limit';
import { compare, formatDecimal, isNegative } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { conflict } from '#platform/refusal.ts';
import type { TermKind, TermWork, Times } from '../../metering/term/terms.ts';
import { afterLastCheck } from '../account-period/after-last-check.ts';
import { readStanding } from '../account-period/figures/standing.queries.ts';
import { owedBeside } from '../account-period/rule/standing.ts';
import { type CreditLimitColumns, creditLimitStore } from './credit-limit-store.ts';

type Value = Pick<CreditLimit, 'amount' | 'currency'> & { belowDebt?: boolean | undefined };

/** The credit limit as account terms, so that the account period follows each change at once. */
export const creditLimitTerms: TermKind<
  CreditLimitColumns,
  Value,
  Pick<CreditLimit, 'amount' | 'amountFormatted' | 'currency'>
> = {
  id: creditLimitId,
  store: creditLimitStore,
  ownOf: async (ctx, { amount: given, currency, belowDebt }, kept, times) => {
    const { contract } = ctx;
    if (currency !== undefined && currency !== contract.currency)
      throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${contract.currency}.`, { field: 'currency' });
    const amount = given === undefined ? (kept?.amount ?? '0') : formatDecimal(given, 8);
    if (!kept && !belowDebt) await refuseBelowDebt(ctx, amount, times);
    return { amount };
  },
  replyFields: ({ amount }, { currency }) => ({ ...withFormatted({ amount }, currency), currency }),
  keyOf: () => '',
  ground: afterLastCheck,
};

/** Refuses with 409 a limit below the current debt that holds at once, unless the caller confirms it. */
async function refuseBelowDebt({ tx, now, contract }: TermWork, amount: string, { start }: Times): Promise<void> {
  const { from } = await afterLastCheck({ tx, now, contract });
  if (start > from && start > now) return;
  const { standing } = await readStanding(tx, contract.id, from);
  const owed = owedBeside(standing, standing.disputes);
  if (isNegative(owed) || compare(owed, amount) <= 0) return;
  const message =
    'More than that is owed already: it would begin an episode at once. Say belowDebt where it is meant so.';
  throw conflict('TERM_CONFLICT', message, { field: 'amount', owed: formatDecimal(owed, 8) });
}
