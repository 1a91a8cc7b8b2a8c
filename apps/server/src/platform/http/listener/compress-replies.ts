import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { inTotal } from '../load/crowd.ts';
import { Slots } from '../load/slots.ts';

const leastBytes = 1024;
// Files and passwords wait for the same four threads, and the event loop for the same cores.
const packing = { of: 'compression', working: inTotal(2), waiting: inTotal(16), waitMs: 100 };
const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];

/**
 * Compresses pages and JSON for clients that accept it, if the reply is complete: streams are paced by their reader,
 * and files are compressed at build. Under load, replies without a thread go uncompressed, which is faster then. No
 * reply mixes a secret with text of its reader's choice, so its length reveals nothing.
 */
export function compressReplies(app: FastifyInstance): void {
  const slots = new Slots(packing);
  app.addHook('onSend', async (request, reply, payload) => {
    const whole = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(whole) || whole.length < leastBytes || request.method === 'HEAD') return payload;
    // A reply with Vary has already decided on its compression.
    if (reply.hasHeader('vary') || !isText(reply.getHeader('content-type'))) return payload;
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const [encoding, pack] = takesEncoding('br', accepted)
      ? (['br', fastBrotli] as const)
      : takesEncoding('gzip', accepted)
        ? (['gzip', fastGzip] as const)
        : [];
    if (encoding === undefined) return payload;
    const slot = await slots.take().catch(() => undefined);
    if (slot === undefined) return payload;
    const packed = await pack(whole).finally(slot.end);
    reply.removeHeader('content-length');
    reply.header('content-encoding', encoding);
    return packed;
  });
}

// Compressed for each reply anew: a higher level costs three times as much and hardly shrinks JSON further.
const fastBrotli = (whole: Buffer) => brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const fastGzip = (whole: Buffer) => gzipped(whole, { level: 1 });

const isText = (type: unknown) => /^(?:text\/(?:html|csv|plain)|application\/(?:problem\+)?json)\b/.test(String(type));

/** True if an Accept-Encoding header names this encoding without forbidding it. No browser sends a star alone. */
export function takesEncoding(encoding: 'br' | 'gzip', accepted: string | string[] | undefined): boolean {
  return `${accepted ?? ''}`.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
