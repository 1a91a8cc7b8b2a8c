import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath, moneyWrite } from '../call.ts';
import { sortedBy } from '../sorted.ts';
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
  positiveCents,
  rangeQuery,
  typesOf,
  wholeNumber,
  withTwins,
} from '../wire.ts';

export const voucherId = idOf('vch');

const voucherState = z.enum(['valid', 'redeemed', 'overdue']);
export type VoucherState = z.output<typeof voucherState>;
const voucherAction = z.enum(['issue', 'redeem', 'overdue']);
export type VoucherAction = z.output<typeof voucherAction>;

/** The origin of a voucher: an operator issued it, or it waited for the account's first contract. */
const voucherOrigin = z.enum(['operator', 'accountInit']);

/** A voucher pays usage that starts between `start` and `end`, up to its balance, when the month is signed. */
const voucher = z.object({
  id: voucherId,
  contractId,
  /** Null while it is unbound; its validity starts with the binding. */
  boundContractID: z.nullable(contractId),
  currency,
  ...withTwins({ denomination: amount, balance: amount }),
  state: voucherState,
  start: z.nullable(instantText),
  end: z.nullable(instantText),
  /** Days of 24 hours, from the moment of binding. */
  validDays: z.int(),
  origin: voucherOrigin,
  /** The reason for issuing it, for operators only. */
  reason: z.optional(z.string()),
  gmtCreated: instantText,
});
export type Voucher = z.output<typeof voucher>;

/** One movement of a voucher. The amount is positive; the action tells the direction. */
const voucherDetail = z.object({
  id: movementId,
  gmtTime: instantText,
  voucherID: voucherId,
  action: voucherAction,
  ...withTwins({ amount, newBalance: amount }),
  /** The statement that it paid. */
  statementID: z.optional(z.string()),
  statementStart: z.optional(instantText),
});
export type VoucherDetail = z.output<typeof voucherDetail>;

const read = { ...billingRead, params: contractParams } as const;
/** For the audit. */
const reason = lines(500);

export const vouchers = defineCalls('voucher', {
  list: {
    ...read,
    path: '/contracts/{id}/vouchers',
    summary: 'The vouchers of a contract, unbound ones included',
    query: z.strictObject({
      ...paging,
      /** The range of the time of issue. */
      ...rangeQuery,
      voucherStates: z.optional(listParam(voucherState)),
      /** Only bound vouchers, or only unbound ones. */
      bound: z.optional(boolParam),
      ...sortedBy('gmtCreated', 'denomination', 'balance', 'start', 'end'),
    }),
    reply: paged(voucher),
  },
  summary: {
    ...read,
    path: '/contracts/{id}/vouchers/summary',
    summary: 'The totals of the vouchers issued in a range, by their present state',
    query: z.strictObject(rangeQuery),
    /** issued = available + valid + redeemed + overdue, exactly. */
    reply: z.object({
      currency,
      ...withTwins({
        issued: amount,
        /** Not bound yet. */
        available: amount,
        /** The balance of bound vouchers that have not ended. */
        valid: amount,
        redeemed: amount,
        overdue: amount,
      }),
    }),
  },
  details: {
    ...read,
    path: '/contracts/{id}/vouchers/details',
    summary: 'The movements of vouchers (issued, redeemed, overdue) with the balance after each',
    query: z.strictObject({
      ...paging,
      ...rangeQuery,
      ...typesOf(voucherAction),
      voucherID: z.optional(voucherId),
      /** Only payments of the statement whose month starts then. */
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
    summary: 'Issue a voucher to a contract, bound or unbound',
    contract: inPath,
    refusals: ['CONTRACT_STATE_CONFLICT', 'CURRENCY_CONFLICT'],
    params: contractParams,
    body: z.strictObject({
      denomination: positiveCents,
      currency,
      validDays: wholeNumber(1, 3_650),
      /** True to bind it now. */
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
    summary: 'Bind a voucher, which then pays usage from now on; payments are booked when the month is signed',
    contract: inPath,
    refusals: ['CONTRACT_STATE_CONFLICT', 'VOUCHER_NOT_FOUND', 'VOUCHER_STATE_CONFLICT'],
    params: z.strictObject({ id: contractId, voucherID: voucherId }),
    body: z.strictObject({ reason }),
    reply: voucher,
  },
});
