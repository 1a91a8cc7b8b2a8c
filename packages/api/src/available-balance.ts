import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from './call.ts';
import { sortedBy } from './sorted.ts';
import {
  amount,
  contractId,
  contractParams,
  currency,
  instantText,
  paged,
  paging,
  positiveAmount,
  withTwins,
} from './wire.ts';

const accountPeriod = z.enum([
  'normal',
  'overdraft',
  'extensionPeriod',
  'suspensionPeriod',
  'backupPeriod',
  'destructionPeriod',
]);
export type AccountPeriod = z.output<typeof accountPeriod>;

/** What was breached: a statement overdue past its grace, a balance below zero for a day, or beyond a credit limit. */
export const breachCause = z.enum(['overdue', 'belowZero', 'creditLimit']);

/**
 * bank + voucher - frozen - unbilled - due - overdue, each liability in exactly one of them. `unbilled` is what is rated
 * and not signed, less the credit that earlier statements left: below 0 where that is more. `voucher` is what is left of
 * vouchers that have not ended, and of those that have what they will still pay of usage that is not signed. `frozen` is cash
 * that is held; what a dispute contests beyond that is `undeductedDue`. `marketplaceMetered`, where a marketplace bills the
 * contract, is rated and not signed as well, and in no other amount: the buyer pays it there.
 */
export const availableBalance = z.object({
  contractId,
  currency,
  /** The contract was made of a cost file. `unbilled` is what was used, nothing is owed, and the account is always normal. */
  isStudy: z.boolean(),
  ...withTwins({ availableBalance: amount }),
  state: z.object({
    summary: accountPeriod,
    /** Of the episode that is open: what was breached, and when. */
    cause: z.optional(breachCause),
    t0: z.optional(instantText),
    /** Its days stand still since then: only what is in dispute keeps it open, and its ends move until that is decided. */
    stoppedAt: z.optional(instantText),
  }),
  details: z.object({
    ...withTwins({
      bankBalance: amount,
      voucher: amount,
      frozen: amount,
      unbilled: amount,
      undeductedDue: amount,
      undeductedOverDue: amount,
    }),
    marketplaceMetered: z.optional(amount),
    marketplaceMeteredFormatted: z.optional(z.string()),
    extensionPeriodEnd: z.optional(instantText),
    suspensionPeriodEnd: z.optional(instantText),
    backupPeriodEnd: z.optional(instantText),
  }),
  /** When this was worked out, and through which hour usage is in it. */
  asOf: instantText,
  usageThrough: z.nullable(instantText),
});
export type AvailableBalance = z.output<typeof availableBalance>;

export const availableBalances = defineCalls('available-balance', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/available-balances',
    summary: 'What a contract can still spend, and what it is made of',
    params: contractParams,
    reply: availableBalance,
  },
  list: {
    method: 'GET',
    path: '/available-balances',
    summary: 'Available balances of the contracts whose billing the caller may read',
    customer: 'signed-in',
    internal: 'read',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedBy('gmtCreated', 'contractId') }),
    reply: paged(availableBalance),
  },
  check: {
    method: 'PUT',
    path: '/contracts/{id}/available-balances/check',
    summary: 'Whether available balance and credit limit cover an amount',
    customer: 'billing.read',
    assumed: true,
    contract: inPath,
    admission: 'write',
    params: contractParams,
    body: z.strictObject({ amount: positiveAmount }),
    reply: z.object({ sufficient: z.boolean() }),
  },
});
