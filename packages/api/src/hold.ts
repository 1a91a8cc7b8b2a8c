import * as z from 'zod/mini';
import { billingRead, defineCalls, inBody, moneyWrite } from './call.ts';
import { sortedUpBy } from './sorted.ts';
import { amount, billingMonth, contractId, contractParams, instantText, paged, paging, withTwins } from './wire.ts';

/** A hold on cash that stands, and what it is for. */
const hold = z.object({
  cause: z.enum(['dispute']),
  statementID: z.string(),
  month: billingMonth,
  ...withTwins({ amount }),
  /** Since when there is what it is for; what is held may have come later. */
  since: instantText,
});
export type StandingHold = z.output<typeof hold>;

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
    method: 'POST',
    path: '/frozens',
    summary:
      'Work out anew what of a contract’s cash should be held, and book the difference; repeating it books nothing',
    contract: inBody,
    body: z.strictObject({ contractId }),
    reply: z.object({
      contractId,
      /** What is held now; what was held beyond what was held before, below 0 where something was let go. */
      ...withTwins({ frozen: amount, difference: amount }),
    }),
  },
});
