import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { takesEncoding } from './compress-replies.ts';

/** Returns a short reply that is sent in parts, compressed if its reader accepts that. Each part leaves at once. */
export function packedParts(reply: FastifyReply, parts: AsyncIterable<string>): Readable {
  // Else a proxy that buffers would keep the first part until the last.
  reply.headers({ vary: 'accept-encoding', 'x-accel-buffering': 'no' });
  const accepted = reply.request.headers['accept-encoding'];
  const whole = Readable.from(parts);
  if (takesEncoding('br', accepted)) return packed(reply, 'br', whole, flushedBrotli());
  if (takesEncoding('gzip', accepted)) return packed(reply, 'gzip', whole, flushedGzip());
  return whole;
}

function packed(reply: FastifyReply, encoding: 'br' | 'gzip', whole: Readable, packer: Transform): Readable {
  reply.header('content-encoding', encoding);
  // Not compose(): it throws outside all handlers when a reader leaves who had yet to be sent the last bytes.
  return pipeline(whole, packer, () => {});
}

const flushedBrotli = () =>
  createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const flushedGzip = () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 1 });
