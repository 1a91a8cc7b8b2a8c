import {
  calculateDeductions,
  listDeductions as listDeductionsCall,
  listDeductionsInternal as listDeductionsInternalCall,
} from '@usance/api/bank';
import { formatDecimal, parseDecimal, sum } from '@usance/money/decimal';
import type { Router } from '../../../platform/http/mount.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';
import { listDeductions } from './list-deductions.ts';

/** The deduction's calls on the public listener. */
export function deductionRoutes(router: Router): void {
  router.read(listDeductionsCall, (ctx, { params, query }) => listDeductions(ctx.db, params.id, query));
}

/** The deduction's calls on the internal listener. */
export function deductionInternalRoutes(router: Router): void {
  router.read(listDeductionsInternalCall, (ctx, { params, query }) => listDeductions(ctx.db, params.id, query));

  router.write(calculateDeductions, async (ctx, { body: { contractId } }) => {
    const plan = await deductDue(ctx.tx, contractId, ctx.clock.now());
    return {
      contractId,
      deducted: formatDecimal(sum(plan.map((taken) => parseDecimal(taken.amount))), 8),
      statements: plan.map(({ id, amount, settles }) => ({
        statementID: id,
        amount,
        deductState: settles ? 'fullySettled' : 'partiallyDeducted',
      })),
    };
  });
}
