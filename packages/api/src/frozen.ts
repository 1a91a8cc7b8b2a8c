import * as z from 'zod/mini';
import { billingRead, defineCalls } from './call.ts';
import {
  amount,
  contractParams,
  historyQuery,
  instantText,
  paged,
  postingId,
  rangeQuery,
  typesOf,
  withTwins,
} from './wire.ts';

const frozenType = z.enum(['frozen', 'unfrozen']);
export type FrozenType = z.output<typeof frozenType>;

/**
 * Why cash is held: a disputed statement, people, a withdrawal in progress, or a data cloud that was created. A correction
 * is what was booked for none of them.
 */
export const holdCause = z.enum(['dispute', 'manual', 'withdrawal', 'preAuthorization', 'correction']);
export type HoldCause = z.output<typeof holdCause>;

/** A hold on cash or its release. */
const frozenDetail = z.object({
  id: postingId,
  gmtTime: instantText,
  type: frozenType,
  cause: holdCause,
  ...withTwins({ amount, newBalance: amount }),
});
export type FrozenDetail = z.output<typeof frozenDetail>;

const read = { ...billingRead, params: contractParams } as const;

export const frozens = defineCalls('frozen', {
  details: {
    ...read,
    path: '/contracts/{id}/frozens/details',
    summary: 'Holds on cash and their release, with the cause of each and the frozen total after it',
    query: z.strictObject({ ...historyQuery, ...typesOf(frozenType) }),
    reply: paged(frozenDetail),
  },
  summary: {
    ...read,
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
