import type { ParsedParams } from '@usance/api/call';
import { type Attachment, attachmentId, type attachments, originalFileName } from '@usance/api/sale/attachment';
import * as z from 'zod/mini';
import type { OnContract, SpanningContext, Work } from '#platform/context/context.ts';
import { parseInput } from '#platform/http/calls/input/parse-input.ts';
import type { UploadedFile } from '#platform/http/calls/input/uploaded-file.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { getAttachment, ofOffer } from './attachment.queries.ts';
import { type AttachmentRow, attachmentOf, mediaTypeOf } from './attachment.ts';
import { lockEditable } from './lock-editable.ts';

const pieceBytes = 256 * 1024;
const mostOfAnOffer = 50;
const named = z.object({ file: originalFileName });

/**
 * Attaches a file to an editable offer, wholly or not at all. 409: the offer is not editable, or has 50 attachments.
 */
export async function uploadAttachment(
  { db, now, contract, claim }: Pick<OnContract<SpanningContext>, 'db' | 'now' | 'contract' | 'claim'>,
  { params: { poid }, body: file }: { params: ParsedParams<typeof attachments.upload>; body: UploadedFile },
): Promise<Attachment> {
  const of = { contractId: contract.id, poid };
  if (claim.made !== undefined) return attachmentOf(await getAttachment(db, { ...of, aid: claim.made }));
  return db.transaction().execute(async (tx) => {
    const row = await attachFile({ tx, now }, of, file);
    await claim.keep(tx, row.id);
    return attachmentOf(row);
  });
}

/** Like uploadAttachment, within a transaction. */
export async function attachFile(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { contractId, poid }: { contractId: string; poid: string },
  file: UploadedFile,
): Promise<AttachmentRow> {
  const { file: name } = parseInput(named, { file: file.filename });
  await lockEditable(tx, contractId, poid);
  const { length } = await ofOffer(tx, contractId, poid).clearSelect().select('id').execute();
  if (length >= mostOfAnOffer) throw conflict('ATTACHMENT_LIMIT', `An offer has at most ${mostOfAnOffer} attachments.`);
  const row = {
    contract_id: contractId,
    offer_id: poid,
    id: newId(attachmentId),
    original_file_name: name,
    media_type: mediaTypeOf(file.head),
    file_size: file.bytes,
    digest: file.digest,
    created_at: now,
  };
  await tx.insertInto('attachment').values(row).execute();
  await insertPieces(tx, row, file);
  return row;
}

async function insertPieces(tx: Tx, of: { contract_id: string; id: string }, file: UploadedFile): Promise<void> {
  let no = 0;
  for await (const content of piecesOf(file.content())) {
    const piece = { contract_id: of.contract_id, attachment_id: of.id, piece_no: no, content };
    await tx.insertInto('attachment_piece').values(piece).execute();
    no += 1;
  }
}

/** Cuts bytes into pieces of one size; the last may be shorter. */
async function* piecesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    const all = Buffer.concat(gathered);
    let at = 0;
    for (; at + pieceBytes <= all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
    gathered = [all.subarray(at)];
    bytes = all.length - at;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
