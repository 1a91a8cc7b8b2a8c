import { type Attachment, otherMedia } from '@usance/api/sale/attachment';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

export type AttachmentRow = Selectable<Database['attachment']>;

export const attachmentOf = (row: AttachmentRow): Attachment => ({
  id: row.id,
  originalFileName: row.original_file_name,
  fileSize: row.file_size,
  mediaType: row.media_type,
  createdAt: row.created_at.toISOString(),
});

/** The first bytes of each kind of file; `null` is any byte. */
const beginnings: readonly (readonly [Attachment['mediaType'], readonly (number | null)[]])[] = [
  ['application/pdf', bytesOf('%PDF-')],
  ['image/png', [0x89, ...bytesOf('PNG\r\n'), 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', bytesOf('GIF87a')],
  ['image/gif', bytesOf('GIF89a')],
  ['image/webp', [...bytesOf('RIFF'), null, null, null, null, ...bytesOf('WEBP')]],
];

/** Tells the kind of a file by its first bytes; its name does not count. */
export function mediaTypeOf(head: Buffer): Attachment['mediaType'] {
  const known = beginnings.find(([, bytes]) => bytes.every((byte, at) => byte === null || head[at] === byte));
  return known?.[0] ?? otherMedia;
}

function bytesOf(text: string): number[] {
  return [...Buffer.from(text, 'latin1')];
}
