import type { ParsedParams } from '@usance/api/call';
import type { offerDocuments } from '@usance/api/sale/offer-document';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { pdfOf } from '#platform/pdf/pdf-of.ts';
import { showOffer } from '../private-offer/private-offer.queries.ts';
import { offerDocument } from './offer-document.ts';

/** Returns an offer as a PDF in the reader's language, with the details that the reader may see. 404: no such offer. */
export async function downloadOffer(
  ctx: Pick<ReadContext, 'db' | 'now' | 'subject' | 'language' | 'log' | 'sealingKey'> & Grounds,
  input: { params: ParsedParams<typeof offerDocuments.download> },
): Promise<FileReply> {
  const offer = await showOffer(ctx, input);
  const document = offerDocument(offer, ctx.contract, ctx.language);
  return new FileReply(`${document.title}.pdf`, await pdfOf(document, ctx.log));
}
