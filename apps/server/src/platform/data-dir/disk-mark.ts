import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const nameOfMark = 'made-by-usance';

/**
 * Marks the folder of an embedded database as an installation's, so that a DATA_DIR created anew around it is accepted.
 */
export function markDisk(folder: string): void {
  try {
    // Never writes through a symbolic link that another user may have placed here.
    writeFileSync(join(folder, nameOfMark), 'A database of Usance.\n', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

export function isMarked(folder: string): boolean {
  return existsSync(join(folder, nameOfMark));
}
