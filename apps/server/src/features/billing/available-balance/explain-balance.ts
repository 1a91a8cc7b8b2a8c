import type { BalancePart, ExplainedBalance, TermOfBalance } from '@usance/api/billing/available-balance';
import { add, formatDecimal, isZero, subtract, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import { balanceIn, snapshot } from './available-balance.queries.ts';
import {
  partsOfCash,
  partsOfCredit,
  partsOfHolds,
  partsOfStatements,
  partsOfUsage,
  partsOfVouchers,
  type ReadTerms,
} from './term-parts.queries.ts';

type Asking = Pick<OnContract<ReadContext>, 'db' | 'now' | 'contract'>;
type ExplainedTerm = ExplainedBalance['terms'][number];

/** Returns the terms of a contract's available balance with their parts, all as of one moment. */
export function explainBalance({ db, ...asked }: Asking): Promise<ExplainedBalance> {
  return snapshot(db, async (tx) => {
    const { contract } = asked;
    const { contractId, currency, availableBalance, details, asOf } = await balanceIn(tx, asked);
    const read = { tx, contract, at: new Date(asOf) };
    const usage = formatDecimal(add(details.unbilled, details.carriedCredit), 8);
    const term = (
      name: TermOfBalance,
      amount: string,
      parts: readonly BalancePart[],
      isOwed = false,
    ): ExplainedTerm => ({
      term: name,
      isOwed,
      ...withFormatted({ amount }, currency),
      parts: [...parts],
    });
    return {
      contractId,
      currency,
      ...withFormatted({ availableBalance }, currency),
      terms: [
        term('cash', details.bankBalance, await partsOfCash(read)),
        term('voucher', details.voucher, await withEnded(read, details.voucher)),
        ...(isZero(details.carriedCredit) ? [] : [term('credit', details.carriedCredit, await partsOfCredit(read))]),
        term('frozen', details.frozen, await partsOfHolds(read), true),
        term('unbilled', usage, await withRounding(read, usage), true),
        term('due', details.undeductedDue, await partsOfStatements(read, 'due'), true),
        term('overdue', details.undeductedOverDue, await partsOfStatements(read, 'overdue'), true),
      ],
      asOf,
    };
  });
}

/** The valid vouchers, and the amount with which ended ones still pay usage that is not signed yet. */
async function withEnded(read: ReadTerms, amount: string): Promise<BalancePart[]> {
  const valid = await partsOfVouchers(read);
  return [...valid, ...restOf('endedVouchers', amount, valid, read)];
}

/** The open months with their 12 places, and the rounding to the 8 of a balance. */
async function withRounding(read: ReadTerms, amount: string): Promise<BalancePart[]> {
  const months = await partsOfUsage(read);
  return [...months, ...restOf('rounding', amount, months, read)];
}

function restOf(
  kind: BalancePart['kind'],
  amount: string,
  parts: readonly BalancePart[],
  { contract }: ReadTerms,
): BalancePart[] {
  const rest = subtract(amount, sum(parts.map((part) => part.amount)));
  return isZero(rest) ? [] : [{ kind, ...withFormatted({ amount: formatDecimal(rest) }, contract.currency) }];
}
