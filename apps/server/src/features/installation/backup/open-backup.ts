import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { BadBackup, type Manifest, manifest, manifestPath } from './manifest.ts';

/** A backup, open for reading. */
export interface OpenBackup {
  readonly manifest: Manifest;
  /** The data of an entry. */
  read(path: string): Promise<Readable>;
}

export interface ClosableBackup extends OpenBackup {
  close(): void;
}

/** It is read as a whole; one of a few kilobytes in the file could take all memory. */
const largestManifest = 64 * 2 ** 20;

/** Opens the file that `backupInstallation` wrote. Throws BadBackup when it is none, not whole, or of a newer version. */
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
    if (!entry) throw new BadBackup(`${file} lacks ${path}: it is no whole backup of Usance.`);
    const out = new PassThrough();
    const damaged = (error: Error) => new BadBackup(`${path} in ${file} is damaged: ${error.message}.`);
    const from = await zip.openReadStreamPromise(entry).catch((error: Error) => Promise.reject(damaged(error)));
    from.on('error', (error) => out.destroy(damaged(error)));
    return from.pipe(out);
  };
  try {
    if ((entries.get(manifestPath)?.uncompressedSize ?? 0) > largestManifest)
      throw new BadBackup(`${manifestPath} in ${file} is larger than Usance writes any: it is no backup of Usance.`);
    const text = await buffer(await read(manifestPath)).catch(() => undefined);
    return { manifest: manifestIn(file, text, entries.get(manifestPath)), read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Whatever else is in the file is held against the digests in here, and this against the zip's own sum. */
function manifestIn(file: string, text: Buffer | undefined, entry: Entry | undefined): Manifest {
  if (text === undefined || crc32(text) !== entry?.crc32)
    throw new BadBackup(`${manifestPath} in ${file} is not as it was written: the file is damaged.`);
  const found = manifest.safeParse(parsed(text));
  if (found.success) return found.data;
  throw new BadBackup(`${file} is no backup that this version of Usance can read.`);
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
