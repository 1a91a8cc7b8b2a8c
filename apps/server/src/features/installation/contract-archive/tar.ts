import type { ReadEntry } from 'tar';
import { Header } from 'tar/header';
import { Parser } from 'tar/parse';

/** Thrown for a file that is not an archive of ours; the message is for people. */
export class BadTar extends Error {}

/** A file of an archive; its content must be read, or skipped, before the next file. */
export interface TarFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Yields the plain files of an archive; each must be a known one, and occur once. Throws BadTar. */
export async function* readTar(body: AsyncIterable<Buffer>, known: readonly string[]): AsyncGenerator<TarFile> {
  const parts = body[Symbol.asyncIterator]();
  const entries: ReadEntry[] = [];
  const faults: BadTar[] = [];
  let [hasBegun, hasEnded] = [false, false];
  // Other programs write extension headers of less than a block; larger ones are ignored, which is a fault here.
  const parser = new Parser({ strict: true, zstd: false, maxMetaEntrySize: block });
  parser.on('entry', (entry) => entries.push(entry));
  parser.on('ignoredEntry', ({ path }) => faults.push(new BadTar(`${told(path)} is not a plain file.`)));
  let extensions = 0;
  parser.on('meta', () => {
    extensions += 1;
    if (extensions > mostExtensions * known.length)
      faults.push(new BadTar('The archive has too many extension headers.'));
  });
  parser.on('error', ({ message }) => faults.push(new BadTar(`The archive is damaged: ${plain(message)}.`)));
  parser.on('eof', () => {
    hasEnded = true;
  });

  /** Feeds the parser one part, only once all before it were read: so nothing piles up. */
  async function readOn() {
    const { done, value } = await parts.next();
    if (done) parser.end();
    else {
      // The parser would unpack gzip, and cannot be told not to.
      if (!hasBegun && value[0] === firstOfGzip) throw new BadTar('The archive is compressed.');
      hasBegun ||= value.length > 0;
      parser.write(value);
    }
    if (faults[0]) throw faults[0];
    if (done && !hasEnded) throw new BadTar('The archive is cut off.');
  }

  async function* contentOf(entry: ReadEntry) {
    while (!entry.emittedEnd) {
      const part = entry.read();
      if (part !== null) yield part;
      else if (!entry.emittedEnd) await readOn();
    }
  }

  const left = new Set(known);
  try {
    for (;;) {
      while (entries.length === 0 && !hasEnded) await readOn();
      if (faults[0]) throw faults[0];
      const entry = entries.shift();
      if (entry === undefined) return;
      const { path: name, type } = entry;
      if (!known.includes(name)) throw new BadTar(`The archive has a file ${told(name)}, which is not one of ours.`);
      if (type !== 'File' && type !== 'OldFile') throw new BadTar(`${told(name)} is not a plain file.`);
      if (!left.delete(name)) throw new BadTar(`The archive has ${name} twice.`);
      yield { name, content: contentOf(entry) };
      for await (const _ of contentOf(entry));
    }
  } finally {
    await parts.return?.();
  }
}

const block = 512;
// Other programs write one or two before a file.
const mostExtensions = 4;
const firstOfGzip = 0x1f;
const plain = (message: string) => message.replace(/^TAR_\w+: /, '');
const told = (name: string) => JSON.stringify(name.slice(0, 100));

export function tarHeaderOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  new Header({ path: name, type: 'File', mode: 0o600, uid: 0, gid: 0, size, mtime: new Date(0) }).encode(header);
  return header;
}

/** Zeros that fill a file's last block. */
export const tarPaddingOf = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);
/** Two empty blocks end the archive. */
export const tarEnd = Buffer.alloc(2 * block);
