import type { KeptMarketplaceLink } from '@usance/api/marketplace/marketplace-link';
import type { Work } from '#platform/context/context.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { findLastLink } from '../../contract/marketplace-link/keep-link.ts';
import { lockSubscription } from '../subscription/keep-subscription.ts';
import { keptLinkOf } from './link.queries.ts';
import { cutLink } from './unlink.ts';

/**
 * Ends a link for an operator. The subscription keeps its state, and the buyer can link it again in an hour; 409 if
 * the link has ended.
 */
export async function unlinkContract({
  tx,
  now,
  contract,
}: OnLocked<Pick<Work, 'tx' | 'now'>>): Promise<KeptMarketplaceLink> {
  const link = await findLastLink(tx, contract.id);
  if (!link) throw notFound('MARKETPLACE_NOT_FOUND');
  if (link.ended_at !== null) throw conflict('MARKETPLACE_CONFLICT', 'This link has ended.');
  await lockSubscription(tx, link.subscription_id);
  await cutLink({ tx, now }, link);
  return keptLinkOf(tx, now, link);
}
