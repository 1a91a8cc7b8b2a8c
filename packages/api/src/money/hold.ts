import * as z from 'zod/mini';
import { billingRead, defineCalls, inBody, inPath, moneyWrite } from '../call.ts';
import { datacloudId } from '../contract/datacloud.ts';
import { sortedBy, sortedUpBy } from '../sorted.ts';
import {
  amount,
  billingMonth,
  contractId,
  contractParams,
  historyQuery,
  idOf,
  instantText,
  listParam,
  paged,
  paging,
  positiveAmount,
  postingId,
  rangeQuery,
  typesOf,
  withTwins,
} from '../wire.ts';
import { holdReason, holdReasonReply } from './hold-reason.ts';

/**
 * The cause of a hold: a disputed statement, an operator, a withdrawal in progress, or a new data cloud. A correction
 * is a posting for none of them.
 */
export const holdCause = z.enum(['dispute', 'manual', 'withdrawal', 'preAuthorization', 'correction']);
export type HoldCause = z.output<typeof holdCause>;

export const holdId = idOf('hld');

/** An open hold on cash with its cause. */
const hold = z.object({
  cause: holdCause,
  /** The disputed statement and its month. */
  statementID: z.optional(z.string()),
  month: z.optional(billingMonth),
  /** Absent for a dispute. */
  holdID: z.optional(z.string()),
  /** The data cloud of a pre-authorisation. */
  datacloudID: z.optional(z.string()),
  ...withTwins({ amount }),
  /** The instant since which its cause exists; the cash may have been held later. */
  since: instantText,
});
export type StandingHold = z.output<typeof hold>;

const holdState = z.enum(['open', 'released', 'completed', 'cancelled']);

/** A hold with the people who began, proposed and ended it, in the operators' view. */
const cashHold = z.object({
  id: holdId,
  contractId,
  cause: z.enum(['manual', 'withdrawal', 'preAuthorization']),
  state: holdState,
  ...withTwins({ amount }),
  ...holdReasonReply,
  /** The names of people's internal tokens; null for the platform itself. */
  begunBy: z.nullable(z.string()),
  gmtBegun: instantText,
  datacloudID: z.nullable(datacloudId),
  counterpartAccountName: z.nullable(z.string()),
  counterpartAccountNumber: z.nullable(z.string()),
  counterpartAccountOpeningBank: z.nullable(z.string()),
  /** A release that waits for another person’s approval. */
  proposal: z.nullable(z.object({ by: z.nullable(z.string()), at: instantText, ...holdReasonReply })),
  ended: z.nullable(z.object({ by: z.nullable(z.string()), at: instantText, ...holdReasonReply })),
});
export type CashHold = z.output<typeof cashHold>;

export const holdParams = z.strictObject({ id: contractId, holdID: holdId });
const change = { ...moneyWrite, method: 'POST', contract: inPath, params: holdParams, reply: cashHold } as const;

export const holds = defineCalls('frozen', {
  list: {
    ...billingRead,
    path: '/contracts/{id}/frozens',
    summary: 'The open holds on cash with their causes',
    params: contractParams,
    query: z.strictObject({ ...paging, ...sortedUpBy('month', 'amount', 'since') }),
    reply: paged(hold),
  },
  calculate: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/frozens',
    summary:
      'Recalculate how much of a contract’s cash must be held, and book the difference; repeating it books nothing',
    contract: inBody,
    refusals: ['FROZEN_CONFLICT'],
    body: z.strictObject({ contractId }),
    reply: z.object({
      contractId,
      /** `difference` is the change of the held amount, negative if cash was released. */
      ...withTwins({ frozen: amount, difference: amount }),
      /** The same by cause, for causes that hold or held something. */
      causes: z.array(z.object({ cause: holdCause, ...withTwins({ frozen: amount, difference: amount }) })),
    }),
  },
  hold: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/contracts/{id}/frozens',
    summary: 'Hold an amount of a contract’s free cash until an operator releases it',
    contract: inPath,
    refusals: ['FROZEN_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ amount: positiveAmount, ...holdReason }),
    reply: cashHold,
  },
  cashHolds: {
    method: 'GET',
    internal: 'read',
    path: '/contracts/{id}/frozens/holds',
    summary: 'Holds except those of disputes, ended ones included, with the people who began, proposed and ended each',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    query: z.strictObject({
      ...paging,
      states: z.optional(listParam(holdState)),
      ...sortedBy('gmtBegun', 'amount'),
    }),
    reply: paged(cashHold),
  },
  release: {
    ...change,
    moves: 'money',
    path: '/contracts/{id}/frozens/{holdID}/release',
    summary: 'Release a hold; above the threshold this proposes it, and another person approves',
    refusals: ['HOLD_NOT_FOUND', 'HOLD_STATE_CONFLICT'],
    body: z.strictObject(holdReason),
  },
  approve: {
    ...change,
    moves: 'money',
    path: '/contracts/{id}/frozens/{holdID}/approve',
    summary: 'Approve the release of a hold that another person has proposed',
    refusals: ['HOLD_NOT_FOUND', 'HOLD_STATE_CONFLICT', 'SECOND_PERSON_REQUIRED'],
  },
  reject: {
    ...change,
    moves: 'money',
    path: '/contracts/{id}/frozens/{holdID}/reject',
    summary: 'Withdraw or reject the proposed release of a hold, which stays',
    refusals: ['HOLD_NOT_FOUND', 'HOLD_STATE_CONFLICT'],
    body: z.strictObject(holdReason),
  },
});

const frozenType = z.enum(['frozen', 'unfrozen']);
export type FrozenType = z.output<typeof frozenType>;

/** A hold on cash, or its release. */
const frozenDetail = z.object({
  id: postingId,
  gmtTime: instantText,
  type: frozenType,
  cause: holdCause,
  ...withTwins({ amount, newBalance: amount }),
});
export type FrozenDetail = z.output<typeof frozenDetail>;

const ofHistory = { ...billingRead, params: contractParams } as const;

export const frozens = defineCalls('frozen', {
  details: {
    ...ofHistory,
    path: '/contracts/{id}/frozens/details',
    summary: 'Holds on cash and their release, with the cause of each and the frozen total after it',
    query: z.strictObject({ ...historyQuery, ...typesOf(frozenType) }),
    reply: paged(frozenDetail),
  },
  summary: {
    ...ofHistory,
    path: '/contracts/{id}/frozens/summary',
    summary: 'Sums of holds and releases in a range, and the amounts held now by cause',
    query: z.strictObject(rangeQuery),
    reply: z.object({
      ...withTwins({ frozenAmount: amount, unfrozenAmount: amount, balance: amount }),
      /** The amounts held now, by cause. */
      causes: z.array(z.object({ cause: holdCause, ...withTwins({ amount }) })),
    }),
  },
});

/** The first request of the console's list, whose reply the server sends along with the page. */
export const newestHolds = { query: { pageNum: 1, pageSize: 10, orderBy: 'gmtTime', ordering: 'desc' } } as const;
