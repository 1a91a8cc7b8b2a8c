import { Readable } from 'node:stream';

/** Up to here a reply is short: it is made in one go and leaves as a whole. */
const mostBytes = 256 * 1024;

/**
 * All of the content where it is short, else a stream of it that has begun. Who asks for little needs no place among the
 * replies that are on their way, which a few readers of much may hold for long.
 */
export async function shortContent(content: Readable): Promise<Readable | Buffer> {
  const pieces: AsyncIterator<Buffer | string> = content[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  for (let bytes = 0; bytes <= mostBytes; ) {
    const { done, value } = await pieces.next();
    if (done) return Buffer.concat(begun);
    const piece = Buffer.from(value);
    begun.push(piece);
    bytes += piece.length;
  }
  return Readable.from(goingOn(begun, pieces)).once('close', () => content.destroy());
}

async function* goingOn(begun: Buffer[], pieces: AsyncIterator<Buffer | string>) {
  for (let piece = begun.shift(); piece !== undefined; piece = begun.shift()) yield piece;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}
