import * as z from 'zod/mini';
import { defineCall, internalTwin, onContract, signedIn } from './call.ts';
import { amount, contractId, contractParams, currency, instant, pageOf, paging, positiveAmount } from './wire.ts';

export const accountPeriod = z.enum([
  'normal',
  'overdraft',
  'extensionPeriod',
  'suspensionPeriod',
  'backupPeriod',
  'destructionPeriod',
]);
export type AccountPeriod = z.output<typeof accountPeriod>;

/** bank + voucher - frozen - unbilled - due - overdue, each liability in exactly one of them. */
export const availableBalance = z.object({
  contractId,
  currency,
  availableBalance: amount,
  availableBalanceFormatted: z.string(),
  state: z.object({ summary: accountPeriod }),
  details: z.object({
    bankBalance: amount,
    bankBalanceFormatted: z.string(),
    voucher: amount,
    voucherFormatted: z.string(),
    frozen: amount,
    frozenFormatted: z.string(),
    unbilled: amount,
    unbilledFormatted: z.string(),
    undeductedDue: amount,
    undeductedDueFormatted: z.string(),
    undeductedOverDue: amount,
    undeductedOverDueFormatted: z.string(),
    extensionPeriodEnd: z.optional(instant),
    suspensionPeriodEnd: z.optional(instant),
    backupPeriodEnd: z.optional(instant),
  }),
  /** When this was worked out, and through which hour usage is in it. */
  asOf: instant,
  usageThrough: z.nullable(instant),
});
export type AvailableBalance = z.output<typeof availableBalance>;

export const getAvailableBalance = defineCall({
  id: 'available-balance.get',
  method: 'GET',
  path: '/api/v1/contracts/{id}/available-balances',
  summary: 'What a contract can still spend, and what it is made of',
  access: onContract('billing.read'),
  params: contractParams,
  reply: availableBalance,
});
export const getAvailableBalanceInternal = internalTwin(getAvailableBalance);

export const listAvailableBalances = defineCall({
  id: 'available-balance.list',
  method: 'GET',
  path: '/api/v1/available-balances',
  summary: 'Available balances of the contracts whose billing the caller may read',
  access: signedIn,
  query: z.strictObject(paging),
  reply: pageOf(availableBalance),
});
export const listAvailableBalancesInternal = internalTwin(listAvailableBalances);

export const checkAvailableBalance = defineCall({
  id: 'available-balance.check',
  method: 'PUT',
  path: '/api/v1/contracts/{id}/available-balances/check',
  summary: 'Whether available balance and credit limit cover an amount',
  access: onContract('billing.read'),
  params: contractParams,
  body: z.strictObject({ amount: positiveAmount }),
  reply: z.object({ sufficient: z.boolean() }),
});
