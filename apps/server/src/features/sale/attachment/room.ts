import { attachments } from '@usance/api/attachment';
import type { Room } from '../../../platform/house/room.ts';
import { mount, SpanningVerb } from '../../../platform/http/calls/verb.ts';
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
};
