import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { takesEncoding } from './accept-encoding.ts';

const leastBytes = 1024;
const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];

/**
 * Sends pages and JSON compressed to whoever takes it. Only what is there as a whole: what comes piece by piece is paced
 * by its reader, and files are compressed at build. No reply holds a secret beside what its reader has chosen, so that
 * its length tells nothing.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const whole = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(whole) || whole.length < leastBytes || request.method === 'HEAD') return payload;
    // Who says that it varies has packed it already, or decided not to.
    if (reply.hasHeader('vary') || !isText(reply.getHeader('content-type'))) return payload;
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const [encoding, pack] = takesEncoding('br', accepted)
      ? (['br', atSpeed] as const)
      : takesEncoding('gzip', accepted)
        ? (['gzip', gzipped] as const)
        : [];
    if (encoding === undefined) return payload;
    const packed = await pack(whole);
    reply.removeHeader('content-length');
    reply.header('content-encoding', encoding);
    return packed;
  });
}

// Made for each reply anew: the best brotli takes a hundred times as long for a tenth less.
const atSpeed = (whole: Buffer) => brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

const isText = (type: unknown) => /^(?:text\/(?:html|csv|plain)|application\/(?:problem\+)?json)\b/.test(String(type));
