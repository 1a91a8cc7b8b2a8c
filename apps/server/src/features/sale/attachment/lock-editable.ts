import type { Tx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';

/** Locks an offer whose attachments may change. 404: no such offer. 409: the buyer may have seen it. */
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
    throw conflict('OFFER_STATE_CONFLICT', 'Attachments can only change in drafts and rejected offers.', {
      status: offer.state,
    });
}
