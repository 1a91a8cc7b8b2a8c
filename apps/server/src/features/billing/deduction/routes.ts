import { deductions } from '@usance/api/deduction';
import { formatDecimal, sum } from '@usance/money/decimal';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';
import { listDeductions } from './deduction.queries.ts';

export const deductionRoom: Room = (mount) =>
  mount(deductions, {
    list: (ctx, { query }) => listDeductions(ctx.db, ctx.contract, query),
    calculate: async (ctx) => {
      const contract = await lockContract(ctx.tx, ctx.contract.id);
      const plan = await deductDue(ctx, contract);
      return {
        contractId: contract.id,
        deducted: formatDecimal(sum(plan.map(({ amount }) => amount)), 8),
        statements: plan.map(({ id, amount, settles }) => ({
          statementID: id,
          amount,
          deductState: settles ? 'fullySettled' : 'partiallyDeducted',
        })),
      };
    },
  });
