import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const leastFree = 0.05;

/** How many disks of DATA_DIR have little room: an embedded database may lie on one of its own, by a link or a mount. */
export async function nearlyFullDisks(dataDir: string): Promise<number> {
  const folders = ['', 'postgres', join('postgres', 'data'), 'clickhouse'].map((name) => join(dataDir, name));
  const full = await Promise.all(folders.map(nearlyFullDisk));
  return new Set(full.filter((disk) => disk !== undefined)).size;
}

/** Which disk a folder lies on, where little is free of it; undefined too where the folder is not there. */
async function nearlyFullDisk(folder: string): Promise<number | undefined> {
  try {
    const [{ bavail, blocks }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
    return bavail < blocks * leastFree ? dev : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
