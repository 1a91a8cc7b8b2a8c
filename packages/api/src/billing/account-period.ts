import * as z from 'zod/mini';
import { defineCalls, inPath, moneyWrite } from '../call.ts';
import { sortedBy } from '../sorted.ts';
import { contractId, contractParams, instantText, lines, paged, paging } from '../wire.ts';
import { breachCause } from './available-balance.ts';

/** The time from a breach to its cure. Its days decide when services run, are suspended, archived or destroyed. */
const accountEpisode = z.object({
  contractId,
  /** Counted from 1 within the contract. */
  no: z.int(),
  cause: breachCause,
  /** The instant of the breach, from which its days count. */
  t0: instantText,
  /** The instant since which its days stand still, because only a disputed amount keeps it open. */
  stoppedAt: z.nullable(instantText),
  ended: z.nullable(
    z.object({
      at: instantText,
      how: z.enum(['cured', 'reopened']),
      /** The reason for reopening the contract. */
      reason: z.optional(z.string()),
    }),
  ),
});
export type AccountEpisode = z.output<typeof accountEpisode>;

export const accountPeriods = defineCalls('account-period', {
  list: {
    method: 'GET',
    path: '/contracts/{id}/account-periods',
    summary: 'Episodes of a contract from breach to cure, the latest first',
    internal: 'read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    query: z.strictObject({ ...paging, ...sortedBy('no', 't0') }),
    reply: paged(accountEpisode),
  },
  reopen: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/contracts/{id}/account-periods/reopen',
    summary: 'Reopen a contract after destruction; remaining debts begin a new episode now',
    contract: inPath,
    refusals: ['ACCOUNT_PERIOD_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ reason: lines(500) }),
    reply: accountEpisode,
  },
});
