import * as z from 'zod/mini';
import { billingRead, defineCalls, inBody, inPath, moneyWrite } from './call.ts';
import { datacloudId } from './datacloud.ts';
import { holdReason, toldHoldReason } from './hold-reason.ts';
import { sortedBy, sortedUpBy } from './sorted.ts';
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
} from './wire.ts';

/**
 * Why cash is held: a disputed statement, people, a withdrawal in progress, or a data cloud that was created. A correction
 * is what was booked for none of them.
 */
export const holdCause = z.enum(['dispute', 'manual', 'withdrawal', 'preAuthorization', 'correction']);
export type HoldCause = z.output<typeof holdCause>;

export const holdId = idOf('hld');

/** A hold on cash that stands, and what it is for. */
const hold = z.object({
  cause: holdCause,
  /** The disputed statement and its month. */
  statementID: z.optional(z.string()),
  month: z.optional(billingMonth),
  /** Every hold but a dispute's has an id. */
  holdID: z.optional(z.string()),
  /** The data cloud that was created against a pre-authorisation. */
  datacloudID: z.optional(z.string()),
  ...withTwins({ amount }),
  /** Since when there is what it is for; what is held may have come later. */
  since: instantText,
});
export type StandingHold = z.output<typeof hold>;

const holdState = z.enum(['open', 'released', 'completed', 'cancelled']);

/** A hold with who began, proposed and ended it: for the platform's people. */
const cashHold = z.object({
  id: holdId,
  contractId,
  cause: z.enum(['manual', 'withdrawal', 'preAuthorization']),
  state: holdState,
  ...withTwins({ amount }),
  ...toldHoldReason,
  /** People by the names of their internal tokens; null for the platform itself. */
  begunBy: z.nullable(z.string()),
  gmtBegun: instantText,
  datacloudID: z.nullable(datacloudId),
  counterpartAccountName: z.nullable(z.string()),
  counterpartAccountNumber: z.nullable(z.string()),
  counterpartAccountOpeningBank: z.nullable(z.string()),
  /** A release that waits for another person’s approval. */
  proposal: z.nullable(z.object({ by: z.nullable(z.string()), at: instantText, ...toldHoldReason })),
  ended: z.nullable(z.object({ by: z.nullable(z.string()), at: instantText, ...toldHoldReason })),
});
export type CashHold = z.output<typeof cashHold>;

export const holdParams = z.strictObject({ id: contractId, holdID: holdId });
const change = { ...moneyWrite, method: 'POST', contract: inPath, params: holdParams, reply: cashHold } as const;

export const holds = defineCalls('frozen', {
  list: {
    ...billingRead,
    path: '/contracts/{id}/frozens',
    summary: 'The holds on cash that stand, and what each is for',
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
      'Work out anew what of a contract’s cash should be held, and book the difference; repeating it books nothing',
    contract: inBody,
    refusals: ['FROZEN_CONFLICT'],
    body: z.strictObject({ contractId }),
    reply: z.object({
      contractId,
      /** What is held now; what was held beyond what was held before, below 0 where something was let go. */
      ...withTwins({ frozen: amount, difference: amount }),
      /** The same by cause, of those that hold something or did. */
      causes: z.array(z.object({ cause: holdCause, ...withTwins({ frozen: amount, difference: amount }) })),
    }),
  },
  hold: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/contracts/{id}/frozens',
    summary: 'Hold an amount of a contract’s free cash until people release it',
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
    summary: 'Holds other than disputes’, also those that have ended, with who began, proposed and ended each',
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
    summary: 'Take back or turn down the proposed release of a hold, which stays',
    refusals: ['HOLD_NOT_FOUND', 'HOLD_STATE_CONFLICT'],
    body: z.strictObject(holdReason),
  },
});

const frozenType = z.enum(['frozen', 'unfrozen']);
export type FrozenType = z.output<typeof frozenType>;

/** A hold on cash or its release. */
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
    summary: 'Sums of holds and releases in a range, and what is held now, by cause',
    query: z.strictObject(rangeQuery),
    reply: z.object({
      ...withTwins({ frozenAmount: amount, unfrozenAmount: amount, balance: amount }),
      /** What is held now, by cause. */
      causes: z.array(z.object({ cause: holdCause, ...withTwins({ amount }) })),
    }),
  },
});

/** The newest holds, as their list asks for them first: the console's page brings the reply along. */
export const newestHolds = { query: { pageNum: 1, pageSize: 10, orderBy: 'gmtTime', ordering: 'desc' } } as const;
