import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { boolParam, contractId, exactText, idOf, instantText, noContent } from '../wire.ts';
import { privateOfferId, privateOfferParams } from './private-offer.ts';

export const attachmentId = idOf('att');

/** The largest size of an attachment in bytes: 20 MiB. */
export const largestAttachment = 20 * 1024 * 1024;
/** The sender's name of the file. It is never used as the name of a stored file. */
export const originalFileName = exactText(255);

/** The types by content that may be shown inline, whatever the file's name. */
const shownMedia = ['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
/** The media type of all other files. */
export const otherMedia = 'application/octet-stream';

const attachment = z.object({
  id: attachmentId,
  originalFileName: z.string(),
  /** In bytes. */
  fileSize: z.int(),
  mediaType: z.enum([...shownMedia, otherMedia]),
  createdAt: instantText,
});
export type Attachment = z.output<typeof attachment>;

const path = '/contracts/{id}/private-offers/{poid}/attachments';
const params = z.strictObject({ id: contractId, poid: privateOfferId, aid: attachmentId });
const write = { internal: 'price.write', contract: inPath, admission: 'write' } as const;

export const attachments = defineCalls('attachment', {
  list: {
    ...billingRead,
    path,
    summary: 'The attachments of a private offer, the oldest first',
    refusals: ['PRIVATE_OFFER_NOT_FOUND'],
    params: privateOfferParams,
    reply: z.object({ items: z.array(attachment) }),
  },
  upload: {
    ...write,
    method: 'POST',
    path,
    summary: 'Attach a file of at most 20 MiB, from the form field `file`, to an editable offer',
    refusals: ['ATTACHMENT_LIMIT', 'OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    params: privateOfferParams,
    bodyMedia: 'multipart/form-data',
    largestBody: largestAttachment,
    body: z.object({ file: z.string().check(z.meta({ format: 'binary' })) }),
    reply: attachment,
  },
  download: {
    ...billingRead,
    path: '/contracts/{id}/private-offers/{poid}/attachments/{aid}/download',
    summary: 'The bytes of an attachment, under its name',
    admission: 'export',
    refusals: ['ATTACHMENT_NOT_FOUND', 'PRIVATE_OFFER_NOT_FOUND'],
    params,
    query: z.strictObject({
      /** True to show the file inline; files other than PDFs and pictures are downloaded anyway. */
      inline: z._default(boolParam, false),
    }),
    replyMedia: otherMedia,
    reply: z.string(),
  },
  delete: {
    ...write,
    method: 'DELETE',
    path: '/contracts/{id}/private-offers/{poid}/attachments/{aid}',
    summary: 'Delete an attachment of an editable offer',
    refusals: ['ATTACHMENT_NOT_FOUND', 'OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    params,
    reply: noContent,
  },
});
