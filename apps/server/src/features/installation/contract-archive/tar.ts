/**
 * The subset of tar (POSIX ustar) that an archive needs: plain files with plain names. Reading accepts only the bytes
 * that writing would produce, apart from names, sizes and contents. So there are no paths, links, devices or extensions
 * to exploit.
 */

const block = 512;

/** Thrown for a file that is not an archive of ours; the message is for people. */
export class BadTar extends Error {}

/** A file of an archive; its content must be read, or skipped, before the next file. */
export interface TarFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Two empty blocks end the archive. */
export const tarEnd = Buffer.alloc(2 * block);
/** Zeros that fill a file's last block. */
export const tarPaddingOf = (size: number): Buffer => Buffer.alloc(paddingOf(size));

/** Yields the files of an archive; each must be a known one, and occur once. Throws BadTar. */
export async function* readTar(body: AsyncIterable<Buffer>, known: readonly string[]): AsyncGenerator<TarFile> {
  const bytes = new Bytes(body);
  const seen = new Set<string>();
  try {
    for (;;) {
      const header = await bytes.take(block);
      if (header.length < block) throw new BadTar('The archive is cut off.');
      if (isEmpty(header)) break;
      const name = textAt(header, 0, 100);
      if (!known.includes(name)) throw new BadTar(`The archive has a file ${told(name)}, which is not one of ours.`);
      if (seen.has(name)) throw new BadTar(`The archive has ${name} twice.`);
      seen.add(name);
      const size = sizeIn(header, name);
      if (!tarHeaderOf(name, size).equals(header)) throw new BadTar(whyNot(header, name));
      yield* fileIn(bytes, name, size);
    }
    const end = await bytes.take(block + 1);
    if (end.length !== block || !isEmpty(end)) throw new BadTar('The archive has bytes after its end.');
  } finally {
    await bytes.close();
  }
}

async function* fileIn(bytes: Bytes, name: string, size: number): AsyncGenerator<TarFile> {
  let left = size;
  async function* rest() {
    for await (const part of bytes.upTo(left)) {
      left -= part.length;
      yield part;
    }
    if (left > 0) throw new BadTar(`The archive is cut off in ${name}, which has ${size} bytes.`);
  }
  yield { name, content: rest() };
  for await (const _ of rest());
  const padding = await bytes.take(paddingOf(size));
  if (padding.length < paddingOf(size)) throw new BadTar(`The archive is cut off in ${name}, which has ${size} bytes.`);
  if (!isEmpty(padding)) throw new BadTar(`There are hidden bytes behind ${name}.`);
}

/** A stream of bytes that is consumed piece by piece. */
class Bytes {
  readonly #parts: AsyncIterator<Buffer>;
  #ahead: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Buffer>) {
    this.#parts = body[Symbol.asyncIterator]();
  }

  /** Yields the next `count` bytes in pieces; ends early if the stream ends. */
  async *upTo(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#ahead.length === 0) {
        const next = await this.#parts.next();
        if (next.done) return;
        this.#ahead = next.value;
      }
      const part = this.#ahead.subarray(0, left);
      this.#ahead = this.#ahead.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#parts.return?.();
  }
}

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const paddingOf = (size: number) => (block - (size % block)) % block;
const told = (name: string) => JSON.stringify(name.slice(0, 100));

export function tarHeaderOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  header.write(name, 0, 100, 'ascii');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('latin1');
}

function sizeIn(header: Buffer, name: string): number {
  const text = textAt(header, 124, 12);
  if (!/^[0-7]{11}$/.test(text)) throw new BadTar(`The size of ${name} does not have our format.`);
  return Number.parseInt(text, 8);
}

function whyNot(header: Buffer, name: string): string {
  if (header[156] !== '0'.charCodeAt(0)) return `${name} is not a plain file.`;
  const summed = Buffer.from(header);
  summed.fill(' ', 148, 156);
  if (textAt(header, 148, 6) !== sumOf(summed).toString(8).padStart(6, '0')) return `The checksum of ${name} is wrong.`;
  return `The header of ${name} does not have our format.`;
}
