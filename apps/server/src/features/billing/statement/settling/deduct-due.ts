import { formatDecimal, negate, parseDecimal } from '@usance/money/decimal';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { post } from '../../../money/ledger/post.ts';
import { lockContract } from '../../../party/contract/contract.queries.ts';
import { listDeductible, markDeducted } from '../record/statement.queries.ts';
import { type PlannedDeduction, planDeductions } from './plan-deductions.ts';

/**
 * Takes free cash for the confirmed statements whose time of deduction has come, oldest first, and answers what it took.
 * Safe to repeat: what is taken is no longer owed. 404: no such contract.
 */
export async function deductDue(tx: Tx, contractId: string, now: Date): Promise<PlannedDeduction[]> {
  const { currency } = await lockContract(tx, contractId);
  const statements = await listDeductible(tx, contractId, now);
  if (statements.length === 0) return [];
  const startOf = new Map(statements.map((statement) => [statement.id, statement.start_at]));
  const { cash } = await balancesOf(tx, contractId);
  const plan = planDeductions({ cash, statements });
  for (const { id, amount } of plan) {
    await post(tx, {
      contractId,
      currency,
      kind: 'deduct',
      at: now,
      memo: { statementID: id, statementStart: startOf.get(id)?.toISOString() ?? '' },
      entries: [
        { account: { kind: 'cash' }, amount: formatDecimal(negate(parseDecimal(amount))) },
        { account: { kind: 'receivable', id }, amount },
      ],
    });
    await markDeducted(tx, { contractId, statementId: id, amount });
  }
  return plan;
}
