import { add, type Exact, formatDecimal, isNegative, isZero, least } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { settle } from '../../settlement/settle.ts';
import { listUnpaid } from '../../statement-record/statement.queries.ts';
import type { OfStatement } from '../../statement-record/statement-memo.ts';
import { movedByEarlier, nothingMoved } from './moved-by-earlier.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Pays the contract's undisputed statements from its credit, oldest first, due or not. Each step that gives credit or
 * ends a dispute calls it, so no statement stays unpaid beside credit. Open months keep their part of credit before
 * later statements, as in signing. Safe to repeat.
 */
export async function payByCredit(work: Moment, contract: LockedContract): Promise<void> {
  const { tx } = work;
  if (isZero((await balancesOf(tx, contract.id)).credit)) return;
  for (const statement of await listUnpaid(tx, contract.id)) {
    const { leastCredit } = await movedByEarlier(tx, contract, parseBillingMonth(statement.month), nothingMoved);
    const { credit } = await balancesOf(tx, contract.id);
    await payFromCredit(work, contract, statement, least(statement.undeducted, add(credit, leastCredit)));
  }
}

/** Pays an amount of a statement from credit; nothing if it is 0 or less. */
export async function payFromCredit(
  work: Moment,
  contract: LockedContract,
  statement: OfStatement,
  amount: Exact,
): Promise<void> {
  if (isZero(amount) || isNegative(amount)) return;
  const paid = formatDecimal(amount, 8);
  await settle(work, contract, statement, {
    kind: 'deduct',
    payments: [{ kind: 'credit', amount: paid }],
    against: [{ account: { kind: 'receivable', id: statement.id }, amount: paid }],
  });
}
