import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { holdCause } from '../money/hold.ts';
import { voucherId } from '../money/voucher.ts';
import { sortedBy } from '../sorted.ts';
import {
  amount,
  billingMonth,
  contractId,
  contractParams,
  currency,
  day,
  exactDecimal,
  instantText,
  paged,
  paging,
  positiveAmount,
  withTwins,
} from '../wire.ts';
import { statementId } from './statement.ts';

const accountPeriod = z.enum([
  'normal',
  'overdraft',
  'extensionPeriod',
  'suspensionPeriod',
  'backupPeriod',
  'destructionPeriod',
]);
export type AccountPeriod = z.output<typeof accountPeriod>;

/** The breach: a statement overdue past its grace, a balance below zero for a day, or one beyond the credit limit. */
export const breachCause = z.enum(['overdue', 'belowZero', 'creditLimit']);

/**
 * Available = bank + voucher − frozen − unbilled − due − overdue. Each liability is in exactly one of them. The field
 * `unbilled` is rated but unsigned usage, less the credit carried from earlier statements; it may be negative. The
 * field `voucher` is the balance of valid vouchers, plus the part of ended ones that will still pay unsigned usage. The
 * field `frozen` is held cash; a disputed amount beyond it stays in `undeductedDue`. The field `marketplaceMetered` is
 * rated, unsigned usage that the buyer pays through a marketplace; it is in no other amount.
 */
export const availableBalance = z.object({
  contractId,
  currency,
  /**
   * True if the contract was imported from a cost file. `unbilled` is its usage then, nothing is owed, and the account
   * is always normal.
   */
  isStudy: z.boolean(),
  ...withTwins({ availableBalance: amount }),
  state: z.object({
    summary: accountPeriod,
    /** The cause and the instant of the breach of the open episode. */
    cause: z.optional(breachCause),
    t0: z.optional(instantText),
    /**
     * The instant since which its days stand still, because only a disputed amount keeps it open. Its ends move until
     * the dispute is decided.
     */
    stoppedAt: z.optional(instantText),
  }),
  details: z.object({
    ...withTwins({
      bankBalance: amount,
      voucher: amount,
      frozen: amount,
      unbilled: amount,
      /** The credit by which `unbilled` is lower than the usage. */
      carriedCredit: amount,
      undeductedDue: amount,
      undeductedOverDue: amount,
    }),
    marketplaceMetered: z.optional(amount),
    marketplaceMeteredFormatted: z.optional(z.string()),
    /** The time at which the extension period begins unless a payment comes. An overdraft within the credit limit has none. */
    overdraftEnd: z.optional(instantText),
    extensionPeriodEnd: z.optional(instantText),
    suspensionPeriodEnd: z.optional(instantText),
    backupPeriodEnd: z.optional(instantText),
  }),
  /** The time of the calculation, and the end of the latest usage in it. */
  asOf: instantText,
  usageThrough: z.nullable(instantText),
});
export type AvailableBalance = z.output<typeof availableBalance>;

/** The time that the available balance lasts at the expected cost of the coming days (docs/decisions/0068). */
const runway = z.object({
  contractId,
  currency,
  /**
   * `runsOut` names the day. `lasts` is for a year at least. During `countdown` the account is no longer normal, and its
   * period counts. `notCharged` is a study, or usage that a marketplace bills.
   */
  outlook: z.enum(['runsOut', 'lasts', 'countdown', 'tooLittleHistory', 'notCharged']),
  /** The days that are covered, after today. */
  days: z.optional(z.int()),
  /** The day on which the balance falls below zero. */
  day: z.optional(day),
  /** The expected cost of a day: the mean of the coming four weeks. */
  dailyCost: z.optional(amount),
  dailyCostFormatted: z.optional(z.string()),
  countdown: z.optional(
    z.object({
      period: accountPeriod,
      /** Its end; absent if it has none, or if it stands still. */
      end: z.optional(instantText),
    }),
  ),
});
export type Runway = z.output<typeof runway>;

const termOfBalance = z.enum(['cash', 'voucher', 'credit', 'frozen', 'unbilled', 'due', 'overdue']);
export type TermOfBalance = z.output<typeof termOfBalance>;

/** A part is a sum of movements, a voucher, credit of a statement, holds of a cause, a month, or a statement. */
const balancePartKind = z.enum([
  'deposit',
  'deduct',
  'withdraw',
  'voucher',
  'otherVouchers',
  'endedVouchers',
  'credit',
  'hold',
  'month',
  'rounding',
  'statement',
]);

const balancePart = z.object({
  kind: balancePartKind,
  /** The number of movements or vouchers. */
  count: z.optional(z.int()),
  voucherID: z.optional(voucherId),
  /** The end of the voucher. */
  end: z.optional(instantText),
  cause: z.optional(holdCause),
  statementID: z.optional(statementId),
  month: z.optional(billingMonth),
  ...withTwins({ amount: exactDecimal }),
});
export type BalancePart = z.output<typeof balancePart>;

/** The vouchers that an explanation lists one by one. */
export const vouchersExplained = 20;

const explainedBalance = z.object({
  contractId,
  currency,
  ...withTwins({ availableBalance: amount }),
  /** The balance is their sum, less those that are owed. Credit stands only where there is any. */
  terms: z.array(
    z.object({
      term: termOfBalance,
      isOwed: z.boolean(),
      ...withTwins({ amount }),
      /** They add up to the amount, to the last place. */
      parts: z.array(balancePart),
    }),
  ),
  asOf: instantText,
});
export type ExplainedBalance = z.output<typeof explainedBalance>;

export const availableBalances = defineCalls('available-balance', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/available-balances',
    summary: 'The available balance of a contract and its components',
    params: contractParams,
    reply: availableBalance,
  },
  runway: {
    ...billingRead,
    admission: 'usage-read',
    path: '/contracts/{id}/available-balances/runway',
    summary: 'How many days the available balance lasts at the expected cost',
    params: contractParams,
    reply: runway,
  },
  explained: {
    ...billingRead,
    path: '/contracts/{id}/available-balances/explained',
    summary: 'The terms of the available balance with the movements, vouchers, months and statements that make each',
    params: contractParams,
    reply: explainedBalance,
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
