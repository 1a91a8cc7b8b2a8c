import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { anybody } from '../load/crowd.ts';
import { Slots } from '../load/slots.ts';
import { takesEncoding } from './accept-encoding.ts';

const leastBytes = 1024;
// Files and passwords wait for the same four threads, and the loop for the same cores.
const packing = { of: 'compression', working: anybody(2), waiting: anybody(16), waitMs: 100 };
const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];

/**
 * Sends pages and JSON compressed to whoever takes it. Only what is there as a whole: what comes piece by piece is paced
 * by its reader, and files are compressed at build. When many come at once, those for which there is no time go as they
 * are: under load that is sooner there. No reply holds a secret beside what its reader has chosen, so that its length tells
 * nothing.
 */
export function compressReplies(app: FastifyInstance): void {
  const slots = new Slots(packing);
  app.addHook('onSend', async (request, reply, payload) => {
    const whole = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(whole) || whole.length < leastBytes || request.method === 'HEAD') return payload;
    // Who says that it varies has packed it already, or decided not to.
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

// Made for each reply anew: what comes of JSON is hardly smaller for three times the work.
const fastBrotli = (whole: Buffer) => brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const fastGzip = (whole: Buffer) => gzipped(whole, { level: 1 });

const isText = (type: unknown) => /^(?:text\/(?:html|csv|plain)|application\/(?:problem\+)?json)\b/.test(String(type));
