import { Readable } from 'node:stream';
import type { ParsedParams, ParsedQuery } from '@usance/api/call';
import { type attachments, otherMedia } from '@usance/api/sale/attachment';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { bytesOfAttachment, getAttachment } from './attachment.queries.ts';

// A file that is opened in the browser can run nothing and load nothing.
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Returns the file unchanged, with the media type of its content. 404: no such offer or attachment. */
export async function downloadAttachment(
  { db, contract }: ContractReading,
  {
    params,
    query,
  }: { params: ParsedParams<typeof attachments.download>; query: ParsedQuery<typeof attachments.download> },
): Promise<FileReply> {
  const row = await getAttachment(db, { contractId: contract.id, poid: params.poid, aid: params.aid });
  const isShown = query.inline && row.media_type !== otherMedia;
  return new FileReply(row.original_file_name, Readable.from(bytesOfAttachment(db, row), { objectMode: false }), {
    'content-type': row.media_type,
    'content-length': String(row.file_size),
    'content-security-policy': isShown ? policy : `${policy}; sandbox`,
    ...(isShown && { 'content-disposition': 'inline' }),
  });
}
