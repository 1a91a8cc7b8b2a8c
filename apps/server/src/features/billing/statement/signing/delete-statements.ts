import type { statements } from '@usance/api/billing/statement';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { compare, formatDecimal, isNegative, isZero, sum } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Work } from '#platform/context/context.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import { reopenMonths } from '../../../metering/closed-month/closed-month.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { creditReturned, reverseSettlement } from '../../settlement/reverse-settlement.ts';
import { releaseHold } from '../../statement-record/hold.ts';
import { removeStatements } from '../../statement-record/keep-statement.ts';
import { findStatements } from '../../statement-record/statement.queries.ts';
import { refuseRepeats } from '../content/refuse-repeats.ts';
import { payByCredit } from '../settling/pay-by-credit.ts';
import { postpone } from '../waiting/postpone.ts';

/**
 * Withdraws statements, all or none: releases their holds and takes their debts off the books. Their months are open
 * again and wait for an operator; the credit that paid them pays other statements. Refuses with 409 one that is
 * confirmed or partly paid in cash, or if another statement used the credit that it left.
 */
export async function deleteStatements(
  ctx: OnLocked<Work>,
  { query: { ids } }: { query: ParsedQuery<typeof statements.delete> },
): Promise<CallReply<typeof statements.delete>> {
  const { tx, contract } = ctx;
  refuseRepeats(ids, () => 'ids');
  const withdrawn = await findStatements(tx, contract.id, ids);
  if (withdrawn.length < ids.length) throw notFound('STATEMENT_NOT_FOUND');
  for (const { id, month, confirm_state, cash_deducted } of withdrawn) {
    if (confirm_state === 'confirmed' || !isZero(cash_deducted))
      throw conflict('STATEMENT_STATE_CONFLICT', `The statement of ${month} is final and cannot be withdrawn.`, {
        statementID: id,
      });
  }
  for (const statement of withdrawn) await releaseHold(ctx, contract, statement);
  await removeStatements(ctx, contract, ids);
  const months = withdrawn.map(({ month }) => parseBillingMonth(month));
  await reopenMonths(tx, contract, months);
  await postpone(ctx, contract, months, 'withdrawn');
  const { credit } = await balancesOf(tx, contract.id);
  const left = sum([credit, ...withdrawn.map(creditReturned)]);
  if (isNegative(left))
    throw conflict('STATEMENT_CREDIT_USED', 'Another statement has used the credit of one of these.', {
      missing: formatDecimal(left, 8),
    });
  // Reverses those that return credit first, so that credit never falls below 0 meanwhile.
  for (const statement of withdrawn.toSorted((a, b) => compare(creditReturned(b), creditReturned(a))))
    await reverseSettlement(ctx, contract, statement);
  await payByCredit(ctx, contract);
  return { deleted: withdrawn.length };
}
