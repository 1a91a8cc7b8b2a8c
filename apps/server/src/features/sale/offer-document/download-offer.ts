import type { ParsedParams } from '@usance/api/call';
import type { offerDocuments } from '@usance/api/sale/offer-document';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { Thread, ThreadEnded } from '#platform/process/thread.ts';
import { unavailable } from '#platform/refusal.ts';
import { showOffer } from '../private-offer/private-offer.queries.ts';
import { type OfferDocument, offerDocument } from './offer-document.ts';

/** Drawing takes some hundred milliseconds, so it must not block the event loop. */
const drawing = new Thread<OfferDocument, Uint8Array>(new URL('./draw-document.thread.ts', import.meta.url));

/** Returns an offer as a PDF in the reader's language, with the details that the reader may see. 404: no such offer. */
export async function downloadOffer(
  ctx: Pick<ReadContext, 'db' | 'now' | 'subject' | 'language' | 'log' | 'sealingKey'> & Grounds,
  input: { params: ParsedParams<typeof offerDocuments.download> },
): Promise<FileReply> {
  const offer = await showOffer(ctx, input);
  const document = offerDocument(offer, ctx.contract, ctx.language);
  const bytes = await drawing.ask(document).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error;
    ctx.log.error({ err: error, cause: error.cause }, 'the thread that draws documents has ended');
    throw unavailable(error);
  });
  return new FileReply(`${document.title}.pdf`, Buffer.from(bytes));
}
