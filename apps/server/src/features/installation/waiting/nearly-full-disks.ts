import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const leastFree = 0.05;

/**
 * Returns how many disks of DATA_DIR have little space; an embedded database may lie on its own disk, by a link or a
 * mount.
 */
export async function nearlyFullDisks(dataDir: string): Promise<number> {
  const folders = ['', 'postgres', join('postgres', 'data'), 'clickhouse'].map((name) => join(dataDir, name));
  const full = await Promise.all(folders.map(nearlyFullDisk));
  return new Set(full.filter((disk) => disk !== undefined)).size;
}

/** Returns the device of a folder if it has little space; undefined also if the folder does not exist. */
async function nearlyFullDisk(folder: string): Promise<number | undefined> {
  try {
    const [{ bavail, blocks }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
    return bavail < blocks * leastFree ? dev : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
