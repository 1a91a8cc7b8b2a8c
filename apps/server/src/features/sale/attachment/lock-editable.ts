import type { Tx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';

/** Holds an offer whose attachments may change. 404: no such offer. 409: the buyer may have been shown it. */
export async function lockEditable(tx: Tx, contractId: string, offerId: string): Promise<void> {
  const offer = await tx
    .selectFrom('private_offer')
    .select('state')
    .where('contract_id', '=', contractId)
    .where('id', '=', offerId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!offer) throw notFound('PRIVATE_OFFER_NOT_FOUND');
  if (offer.state !== 'draft' && offer.state !== 'rejected')
    throw conflict('OFFER_STATE_CONFLICT', 'Attachments change in drafts and rejected offers only.', {
      status: offer.state,
    });
}
