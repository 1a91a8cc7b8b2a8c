import { attachmentId, attachments, largestAttachment, originalFileName } from '@usance/api/sale/attachment';
import * as z from 'zod/mini';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { listAttachments } from './attachment.queries.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { downloadAttachment } from './download-attachment.ts';
import { uploadAttachment } from './upload-attachment.ts';

export const attachmentRoom: Room = {
  calls: mount(attachments, {
    list: listAttachments,
    upload: new SpanningVerb(uploadAttachment),
    download: downloadAttachment,
    delete: deleteAttachment,
  }),
  tables: {
    attachment: { travels: { by: ['id'], tells: { id: attachmentId, original_file_name: originalFileName } } },
    attachment_piece: {
      travels: {
        by: ['attachment_id', 'piece_no'],
        inParts: 'attachment_id',
        // The database sums all pieces whenever it checks one, so their number must be bounded.
        tells: { piece_no: z.int().check(z.lt(largestAttachment / (256 * 1024))) },
      },
    },
  },
};
