import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import type { ReadContext } from '#platform/context/context.ts';
import { findLinkOfSubscription } from '../../contract/marketplace-link/keep-link.ts';
import { resolveToken } from './resolve-token.ts';

type Status = typeof calls.status;

/** Returns the state of a registration token; one with a linked contract is used. */
export async function tokenStatus(
  { db, now, marketplaces }: Pick<ReadContext, 'db' | 'now' | 'marketplaces'>,
  { query }: { query: ParsedQuery<Status> },
): Promise<CallReply<Status>> {
  const { id, state } = await resolveToken({ db, now }, marketplaces, query);
  const link = await findLinkOfSubscription(db, id);
  return { status: link && link.ended_at === null ? 'activated' : state };
}
