import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { takesEncoding } from './compress-replies.ts';

/** Returns a short reply that is sent in parts, compressed if its reader accepts that. Each part leaves at once. */
export function packedParts(reply: FastifyReply, parts: AsyncIterable<string>): Readable {
  // Else a proxy that buffers would keep the first part until the last.
  reply.headers({ vary: 'accept-encoding', 'x-accel-buffering': 'no' });
  const accepted = reply.request.headers['accept-encoding'];
  const whole = Readable.from(parts);
  if (takesEncoding('br', accepted)) return packed(reply, 'br', whole.compose(flushedBrotli()));
  if (takesEncoding('gzip', accepted)) return packed(reply, 'gzip', whole.compose(flushedGzip()));
  return whole;
}

function packed(reply: FastifyReply, encoding: 'br' | 'gzip', stream: Readable): Readable {
  reply.header('content-encoding', encoding);
  return stream;
}

const flushedBrotli = () =>
  createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const flushedGzip = () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 1 });
