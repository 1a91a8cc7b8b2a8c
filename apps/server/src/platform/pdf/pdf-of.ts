import { Thread, ThreadEnded } from '#platform/process/thread.ts';
import { unavailable } from '#platform/refusal.ts';
import type { Log } from '../log.ts';
import type { PrintedDocument } from './printed-document.ts';

/** Drawing takes some hundred milliseconds, so it must not block the event loop. */
const drawing = new Thread<PrintedDocument, Uint8Array>(new URL('./draw-document.thread.ts', import.meta.url));

/** Returns a document as an A4 PDF. 503 if the thread that draws has ended. */
export async function pdfOf(document: PrintedDocument, log: Log): Promise<Buffer> {
  const bytes = await drawing.ask(document).catch((error: unknown) => {
    if (!(error instanceof ThreadEnded)) throw error;
    log.error({ err: error, cause: error.cause }, 'the thread that draws documents has ended');
    throw unavailable(error);
  });
  return Buffer.from(bytes);
}
