import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const nameOfMark = 'made-by-usance';

/** Says of the folder of an embedded database that it is an installation's, for a DATA_DIR that is made anew around it. */
export function markDisk(folder: string): void {
  try {
    // Never through a link that somebody has laid here.
    writeFileSync(join(folder, nameOfMark), 'A database of Usance.\n', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

export function isMarked(folder: string): boolean {
  return existsSync(join(folder, nameOfMark));
}
