import { Readable } from 'node:stream';

/** A reply up to this size is short: it is made in one go and sent as a whole. */
const mostBytes = 256 * 1024;

/**
 * Returns the whole content if it is short, else a stream of it. Short replies need no place among the replies being
 * sent, which slow readers may hold for long.
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
