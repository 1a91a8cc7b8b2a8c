import * as z from 'zod/mini';
import { billingRead, defineCalls, inBody, moneyWrite } from '../call.ts';
import { sortedBy } from '../sorted.ts';
import {
  amount,
  contractId,
  contractParams,
  epochMs,
  instantText,
  movementId,
  paged,
  paging,
  withTwins,
} from '../wire.ts';

/** Vouchers pay at signing, cash later, and credit at any time. */
export const deductType = z.enum(['cash', 'voucher', 'credit']);

const deduction = z.object({
  id: movementId,
  gmtCreated: instantText,
  deductType,
  ...withTwins({ amount }),
  voucherID: z.optional(z.string()),
  voucherDeductedFormatted: z.optional(z.string()),
  voucherNewBalanceFormatted: z.optional(z.string()),
  statementID: z.string(),
  statementStart: instantText,
});
export type Deduction = z.output<typeof deduction>;

export const deductions = defineCalls('deduction', {
  list: {
    ...billingRead,
    path: '/contracts/{id}/deductions',
    summary: 'Payments of statements from cash, vouchers or credit',
    params: contractParams,
    query: z.strictObject({
      ...paging,
      deductType: z.optional(deductType),
      statementStart: z.optional(epochMs),
      ...sortedBy('gmtCreated', 'amount'),
    }),
    reply: paged(deduction),
  },
  calculate: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/deductions',
    summary: 'Deduct what is due now, oldest statement first; repeating it deducts nothing twice',
    contract: inBody,
    body: z.strictObject({ contractId }),
    reply: z.object({
      contractId,
      deducted: amount,
      statements: z.array(z.object({ statementID: z.string(), amount, deductState: z.string() })),
    }),
  },
});
