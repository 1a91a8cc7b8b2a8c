import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { settle } from '../../settlement/settle.ts';
import { listDeductible } from '../../statement-record/statement.queries.ts';
import { payByCredit } from './pay-by-credit.ts';
import { type PlannedDeduction, planDeductions } from './plan-deductions.ts';

/**
 * Deducts free cash for due confirmed statements, oldest first, once credit has paid what it can; returns the
 * deductions from cash. Safe to repeat: a deducted amount is no longer owed.
 */
export async function deductDue(
  { tx, now, dueBy = now }: Pick<Work, 'tx' | 'now' | 'dueBy'>,
  contract: LockedContract,
): Promise<PlannedDeduction[]> {
  await payByCredit({ tx, now }, contract);
  const statements = await listDeductible(tx, contract.id, dueBy);
  if (statements.length === 0) return [];
  const { cash } = await balancesOf(tx, contract.id);
  const plan = planDeductions({ cash, statements });
  const planned = new Map(plan.map(({ id, amount }) => [id, amount]));
  for (const statement of statements) {
    const amount = planned.get(statement.id);
    if (amount === undefined) continue;
    await settle({ tx, now }, contract, statement, {
      kind: 'deduct',
      payments: [{ kind: 'cash', amount }],
      against: [{ account: { kind: 'receivable', id: statement.id }, amount }],
    });
  }
  return plan;
}
