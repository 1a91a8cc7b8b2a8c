import type { deductions } from '@usance/api/billing/deduction';
import type { CallReply } from '@usance/api/call';
import { formatDecimal, sum } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';

/** Deducts due statements now, and returns the amount that each got, in the contract's currency. */
export async function calculateDeductions(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
): Promise<CallReply<typeof deductions.calculate>> {
  const plan = await deductDue(ctx, ctx.contract);
  return {
    contractId: ctx.contract.id,
    deducted: formatDecimal(sum(plan.map(({ amount }) => amount)), 8),
    statements: plan.map(({ id, amount, settles }) => ({
      statementID: id,
      amount,
      deductState: settles ? 'fullySettled' : 'partiallyDeducted',
    })),
  };
}
