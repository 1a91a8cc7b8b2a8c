import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath, moneyWrite } from './call.ts';
import { sortedBy } from './sorted.ts';
import {
  amount,
  boolParam,
  contractId,
  contractParams,
  currency,
  epochMs,
  idOf,
  instantText,
  lines,
  listParam,
  movementId,
  paged,
  paging,
  positiveCoins,
  rangeQuery,
  typesOf,
  wholeNumber,
  withTwins,
} from './wire.ts';

export const voucherId = idOf('vch');

const voucherState = z.enum(['valid', 'redeemed', 'overdue']);
export type VoucherState = z.output<typeof voucherState>;
const voucherAction = z.enum(['issue', 'redeem', 'overdue']);
export type VoucherAction = z.output<typeof voucherAction>;

/** Where a voucher came from: an operator gave it, or it waited for the account's first contract. */
const voucherOrigin = z.enum(['operator', 'accountInit']);

/** What pays usage hours from `start` to `end`, up to its balance, when their month is signed. */
const voucher = z.object({
  id: voucherId,
  contractId,
  /** Nobody's yet while it is available to be bound; its days begin with that. */
  boundContractID: z.nullable(contractId),
  currency,
  ...withTwins({ denomination: amount, balance: amount }),
  state: voucherState,
  start: z.nullable(instantText),
  end: z.nullable(instantText),
  /** Days of 24 hours, from the moment it is bound. */
  validDays: z.int(),
  origin: voucherOrigin,
  /** Why it was issued: told to the platform's own people alone. */
  reason: z.optional(z.string()),
  gmtCreated: instantText,
});
export type Voucher = z.output<typeof voucher>;

/** One movement of a voucher. The amount is positive; the action says which way it went. */
const voucherDetail = z.object({
  id: movementId,
  gmtTime: instantText,
  voucherID: voucherId,
  action: voucherAction,
  ...withTwins({ amount, newBalance: amount }),
  /** What it was redeemed for. */
  statementID: z.optional(z.string()),
  statementStart: z.optional(instantText),
});
export type VoucherDetail = z.output<typeof voucherDetail>;

const read = { ...billingRead, params: contractParams } as const;
/** Why, for the audit. */
const reason = lines(500);

export const vouchers = defineCalls('voucher', {
  list: {
    ...read,
    path: '/contracts/{id}/vouchers',
    summary: 'The vouchers of a contract, those that are still to be bound among them',
    query: z.strictObject({
      ...paging,
      /** When they were issued. */
      ...rangeQuery,
      voucherStates: z.optional(listParam(voucherState)),
      /** Only those that are bound, or only those that are still available to be. */
      bound: z.optional(boolParam),
      ...sortedBy('gmtCreated', 'denomination', 'balance', 'start', 'end'),
    }),
    reply: paged(voucher),
  },
  summary: {
    ...read,
    path: '/contracts/{id}/vouchers/summary',
    summary: 'What the vouchers issued in a range came to, by what has become of it',
    query: z.strictObject(rangeQuery),
    /** issued = available + valid + redeemed + overdue, to the last place. */
    reply: z.object({
      currency,
      ...withTwins({
        issued: amount,
        /** Not bound yet. */
        available: amount,
        /** What is left of those that are bound and have not ended. */
        valid: amount,
        redeemed: amount,
        overdue: amount,
      }),
    }),
  },
  details: {
    ...read,
    path: '/contracts/{id}/vouchers/details',
    summary: 'Issued, redeemed, overdue: each movement of the vouchers, with what was left after it',
    query: z.strictObject({
      ...paging,
      ...rangeQuery,
      ...typesOf(voucherAction),
      voucherID: z.optional(voucherId),
      /** Redeemed for the statement of the month that begins then. */
      statementStart: z.optional(epochMs),
      ...sortedBy('gmtTime', 'amount'),
    }),
    reply: paged(voucherDetail),
  },
  issue: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/contracts/{id}/vouchers',
    summary: 'Issue a voucher to a contract, to be bound later or bound at once',
    contract: inPath,
    refusals: ['CONTRACT_STATE_CONFLICT', 'CURRENCY_CONFLICT'],
    params: contractParams,
    body: z.strictObject({
      denomination: positiveCoins,
      currency,
      validDays: wholeNumber(1, 3_650),
      /** Its days begin now, and not when somebody binds it. */
      bound: z._default(z.boolean(), false),
      reason,
    }),
    reply: voucher,
  },
  redeem: {
    ...moneyWrite,
    moves: 'money',
    method: 'PUT',
    path: '/contracts/{id}/vouchers/{voucherID}',
    summary: 'Bind a voucher, so that it pays the hours from now on; what it pays is booked when their month is signed',
    contract: inPath,
    refusals: ['CONTRACT_STATE_CONFLICT', 'VOUCHER_NOT_FOUND', 'VOUCHER_STATE_CONFLICT'],
    params: z.strictObject({ id: contractId, voucherID: voucherId }),
    body: z.strictObject({ reason }),
    reply: voucher,
  },
});
