import { formatDecimal, negate } from '@usance/money/decimal';
import type { Work } from '../../../../platform/context/context.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { post } from '../../../money/ledger/post.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import { listDeductible, markDeducted } from '../record/statement.queries.ts';
import { type PlannedDeduction, planDeductions } from './plan-deductions.ts';

/**
 * Takes free cash for the confirmed statements whose time of deduction has come, oldest first, and answers what it took.
 * Safe to repeat: what is taken is no longer owed.
 */
export async function deductDue(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
): Promise<PlannedDeduction[]> {
  const statements = await listDeductible(tx, contract.id, now);
  if (statements.length === 0) return [];
  const startOf = new Map(statements.map((statement) => [statement.id, statement.start_at]));
  const { cash } = await balancesOf(tx, contract.id);
  const plan = planDeductions({ cash, statements });
  for (const { id, amount } of plan) {
    await post(tx, contract, {
      kind: 'deduct',
      at: now,
      memo: { statementID: id, statementStart: startOf.get(id)?.toISOString() ?? '' },
      entries: [
        { account: { kind: 'cash' }, amount: formatDecimal(negate(amount)) },
        { account: { kind: 'receivable', id }, amount },
      ],
    });
    await markDeducted(tx, contract, { statementId: id, amount });
  }
  return plan;
}
