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

/** A hold on cash or its release. */
const frozenDetail = z.object({
  id: postingId,
  gmtTime: instantText,
  type: frozenType,
  ...withTwins({ amount, newBalance: amount }),
});
export type FrozenDetail = z.output<typeof frozenDetail>;

const read = { ...billingRead, params: contractParams } as const;

export const frozens = defineCalls('frozen', {
  details: {
    ...read,
    path: '/contracts/{id}/frozens/details',
    summary: 'Holds on cash and their release, with the frozen total after each',
    query: z.strictObject({ ...historyQuery, ...typesOf(frozenType) }),
    reply: paged(frozenDetail),
  },
  summary: {
    ...read,
    path: '/contracts/{id}/frozens/summary',
    summary: 'Sums of holds and releases in a range, and the total held now',
    query: z.strictObject(rangeQuery),
    reply: z.object(withTwins({ frozenAmount: amount, unfrozenAmount: amount, balance: amount })),
  },
});

/** The newest holds, as their list asks for them first: the console's page brings the reply along. */
export const newestHolds = { query: { pageNum: 1, pageSize: 10, orderBy: 'gmtTime', ordering: 'desc' } } as const;
