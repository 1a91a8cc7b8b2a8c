import type { CallReply, ParsedParams } from '@usance/api/call';
import type { attachments } from '@usance/api/sale/attachment';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type AttachmentRow, attachmentOf } from './attachment.ts';

/** Lists the attachments of an offer, the oldest first. 404: no such offer. */
export async function listAttachments(
  { db, contract }: ContractReading,
  { params: { poid } }: { params: ParsedParams<typeof attachments.list> },
): Promise<CallReply<typeof attachments.list>> {
  await assertOffer(db, contract.id, poid);
  const rows = await ofOffer(db, contract.id, poid).orderBy('created_at').orderBy('id').execute();
  return { items: rows.map(attachmentOf) };
}

/** Finds an attachment of an offer. 404: no such offer, or no such attachment of it. */
export async function getAttachment(
  db: DbOrTx,
  { contractId, poid, aid }: { contractId: string; poid: string; aid: string },
): Promise<AttachmentRow> {
  await assertOffer(db, contractId, poid);
  const found = await ofOffer(db, contractId, poid).where('id', '=', aid).executeTakeFirst();
  if (!found) throw notFound('ATTACHMENT_NOT_FOUND');
  return found;
}

async function assertOffer(db: DbOrTx, contractId: string, offerId: string): Promise<void> {
  const found = await db
    .selectFrom('private_offer')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('id', '=', offerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notFound('PRIVATE_OFFER_NOT_FOUND');
}

/** Yields the bytes of an attachment piece by piece; reads each piece when the one before is consumed. */
export async function* bytesOfAttachment(
  db: DbOrTx,
  { contract_id, id }: Pick<AttachmentRow, 'contract_id' | 'id'>,
): AsyncGenerator<Buffer> {
  for (let no = 0; ; no += 1) {
    const piece = await db
      .selectFrom('attachment_piece')
      .select('content')
      .where('contract_id', '=', contract_id)
      .where('attachment_id', '=', id)
      .where('piece_no', '=', no)
      .executeTakeFirst();
    if (!piece) return;
    yield piece.content;
  }
}

export function ofOffer(db: DbOrTx, contractId: string, offerId: string) {
  return db.selectFrom('attachment').selectAll().where('contract_id', '=', contractId).where('offer_id', '=', offerId);
}
