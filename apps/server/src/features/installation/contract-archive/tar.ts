import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Headers, type Pack, pack } from 'tar-stream';

/** Thrown for a file that is not an archive of ours; the message is for people. */
export class BadTar extends Error {}

interface ReadFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

interface WrittenFile {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Yields the files of an archive; each must be a known one, and occur once. Throws BadTar. */
export async function* readTar(body: AsyncIterable<Buffer>, known: readonly string[]): AsyncGenerator<ReadFile> {
  const seen = new Set<string>();
  const entries = extract();
  const sent = pipeline(Readable.from(body), entries);
  // A failure reaches the reader below, too.
  sent.catch(() => undefined);
  try {
    for await (const entry of withFaults(entries)) {
      assertPlain(entry.header, known, seen);
      yield { name: entry.header.name, content: withFaults(entry) };
      // The library waits until a content is read.
      for await (const _ of entry);
    }
  } finally {
    entries.destroy();
    await sent.catch(() => undefined);
  }
}

/** Turns the library's errors into BadTar; failures of the disk have a code. */
async function* withFaults<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error || 'code' in error) throw error;
    throw new BadTar(`The archive is damaged, or not a tar: ${error.message}.`);
  }
}

function assertPlain(header: Headers, known: readonly string[], seen: Set<string>): void {
  const { name, type, linkname, size = 0 } = header;
  const told = JSON.stringify(name.slice(0, 100));
  if (!known.includes(name)) throw new BadTar(`The archive has a file ${told}, which is not one of ours.`);
  if (type !== 'file' || linkname || ('pax' in header && header.pax)) throw new BadTar(`${name} is not a plain file.`);
  if (!(size >= 0)) throw new BadTar(`${name} has an invalid size.`);
  if (seen.has(name)) throw new BadTar(`The archive has ${name} twice.`);
  seen.add(name);
}

/** Yields the bytes of an archive, which are made as they are read. The same files give the same bytes. */
export async function* tarOf(files: Iterable<WrittenFile>): AsyncGenerator<Buffer> {
  const archive = pack();
  const written = writeFiles(archive, files).catch((error: Error) => archive.destroy(error));
  try {
    yield* archive;
  } finally {
    archive.destroy();
    await written;
  }
}

async function writeFiles(archive: Pack, files: Iterable<WrittenFile>): Promise<void> {
  for (const { name, size, content } of files)
    await pipeline(content, archive.entry({ name, size, mode: 0o600, mtime: new Date(0) }));
  archive.finalize();
}
