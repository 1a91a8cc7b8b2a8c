import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { takesEncoding } from '../listener/compress-replies.ts';

/** A text that stays the same for the life of the process. */
interface MadeText {
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  make(): string;
}

interface Made {
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

const pack = promisify(gzip);

/**
 * Serves a text that is expensive to make. It is made and compressed on the first request, and revalidated by its ETag.
 */
export function serveMade(app: FastifyInstance, path: string, { type, headers = {}, make }: MadeText): void {
  let made: Promise<Made> | undefined;
  app.get(path, async (request, reply) => {
    made ??= kept(make());
    const { bytes, packed, etag } = await made;
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
    reply.type(type);
    return takesEncoding('gzip', request.headers['accept-encoding'])
      ? reply.header('content-encoding', 'gzip').send(packed)
      : reply.send(bytes);
  });
}

async function kept(text: string): Promise<Made> {
  const bytes = Buffer.from(text);
  // A weak ETag, because the text is the same with or without compression.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, packed: await pack(bytes, { level: 9 }), etag };
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const listed = (ifNoneMatch ?? '').split(',').map((part) => part.trim());
  return listed.some((known) => known === '*' || known.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
