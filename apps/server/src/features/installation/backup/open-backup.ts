import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { type Entry, openPromise } from 'yauzl';
import { BadBackup, type Manifest, manifest, manifestPath } from './manifest.ts';
import type { OpenBackup } from './restore-installation.ts';

/** Opens the file that `backupInstallation` wrote. Throws BadBackup when it is none, not whole, or of a newer version. */
export async function openBackup(file: string): Promise<OpenBackup & { close(): void }> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw new BadBackup(
      `${file} cannot be read as a backup: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const read = async (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new BadBackup(`${file} lacks ${path}: it is no whole backup of Usance.`);
    const out = new PassThrough();
    const from = await zip.openReadStreamPromise(entry);
    from.on('error', (error) => out.destroy(new BadBackup(`${path} in ${file} is damaged: ${error.message}`)));
    return from.pipe(out);
  };
  return { manifest: await manifestIn(file, read), read, close: () => zip.close() };
}

async function manifestIn(file: string, read: OpenBackup['read']): Promise<Manifest> {
  const stream = await read(manifestPath);
  const found = manifest.safeParse(await json(stream).catch(() => undefined));
  if (found.success) return found.data;
  throw new BadBackup(`${file} is no backup that this version of Usance can read.`);
}
