import { createTarDecoder, createTarPacker, type TarHeader } from 'modern-tar';

type Parts = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Thrown for a file that is not an archive of ours; the message is for people. */
export class BadTar extends Error {}

interface ReadFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

interface WrittenFile {
  readonly name: string;
  readonly size: number;
  readonly content: Parts;
}

/** Yields the files of an archive; each must be a known one, and occur once. Throws BadTar. */
export async function* readTar(body: AsyncIterable<Buffer>, known: readonly string[]): AsyncGenerator<ReadFile> {
  const seen = new Set<string>();
  const { readable, writable } = createTarDecoder({ strict: true });
  // A failure reaches the reader below, too.
  writeAll(writable, body).catch(() => undefined);
  try {
    for await (const { header, body: content } of readable) {
      assertPlain(header, known, seen);
      yield { name: header.name, content: buffersOf(content) };
      // An unread content is read: cancelling it would lose the next one, which the library may have begun.
      for await (const _ of content);
    }
  } catch (error) {
    throw faultOf(error);
  }
}

function assertPlain({ name, type, pax }: TarHeader, known: readonly string[], seen: Set<string>): void {
  const told = JSON.stringify(name.slice(0, 100));
  if (!known.includes(name)) throw new BadTar(`The archive has a file ${told}, which is not one of ours.`);
  if (type !== 'file' || pax) throw new BadTar(`${name} is not a plain file.`);
  if (seen.has(name)) throw new BadTar(`The archive has ${name} twice.`);
  seen.add(name);
}

async function* buffersOf(content: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const { buffer, byteOffset, length } of content) yield Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    throw faultOf(error);
  }
}

/** Failures of the disk have a code, those of the library have none. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BadTar || 'code' in error) return error;
  return new BadTar(`The archive is damaged, or no tar: ${error.message}`);
}

/** Yields the bytes of an archive as they are read. The same files give the same bytes. */
export function tarOf(files: Iterable<WrittenFile>): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker();
  async function write() {
    for (const { name, size, content } of files)
      await writeAll(controller.add({ name, size, mode: 0o600, mtime: new Date(0) }), content);
    controller.finalize();
  }
  write().catch((error: unknown) => controller.error(error));
  return readable;
}

async function writeAll(stream: WritableStream<Uint8Array>, parts: Parts): Promise<void> {
  const writer = stream.getWriter();
  try {
    for await (const part of parts) await writer.write(part);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}
