import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { BadBackup, type Manifest, manifest, manifestPath } from './manifest.ts';

/** A backup, open for reading. */
export interface OpenBackup {
  readonly manifest: Manifest;
  /** Returns the data of an entry. */
  read(path: string): Promise<Readable>;
}

export interface ClosableBackup extends OpenBackup {
  close(): void;
}

/** The manifest is read as a whole; a few compressed kilobytes could fill the memory. */
const largestManifest = 64 * 2 ** 20;

/**
 * Opens a file written by `backupInstallation`. Throws BadBackup if it is not one, incomplete, or of a newer version.
 */
export async function openBackup(file: string): Promise<ClosableBackup> {
  const unreadable = (error: unknown) =>
    new BadBackup(`${file} cannot be read as a backup: ${String(error).replace(/^Error: |\.$/g, '')}.`);
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) =>
    Promise.reject(unreadable(error)),
  );
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    throw unreadable(error);
  }
  const read = async (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new BadBackup(`${file} lacks ${path}: it is not a complete backup of Usance.`);
    const out = new PassThrough();
    const damaged = (error: Error) => new BadBackup(`${path} in ${file} is damaged: ${error.message}.`);
    const from = await zip.openReadStreamPromise(entry).catch((error: Error) => Promise.reject(damaged(error)));
    from.on('error', (error) => out.destroy(damaged(error)));
    return from.pipe(out);
  };
  try {
    if ((entries.get(manifestPath)?.uncompressedSize ?? 0) > largestManifest)
      throw new BadBackup(
        `${manifestPath} in ${file} is larger than any that Usance writes: it is not a backup of Usance.`,
      );
    const text = await buffer(await read(manifestPath)).catch(() => undefined);
    return { manifest: manifestIn(file, text, entries.get(manifestPath)), read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The manifest is checked against the zip's checksum, and the other entries against its digests. */
function manifestIn(file: string, text: Buffer | undefined, entry: Entry | undefined): Manifest {
  if (text === undefined || crc32(text) !== entry?.crc32)
    throw new BadBackup(`${manifestPath} in ${file} does not match its checksum: the file is damaged.`);
  const found = manifest.safeParse(parsed(text));
  if (found.success) return found.data;
  throw new BadBackup(`${file} is not a backup that this version of Usance can read.`);
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
