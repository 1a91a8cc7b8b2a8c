import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../platform/operator-error.ts';

const markerOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Runs a restore with a mark beside it: a mark that is found later stands for databases that hold half of one. */
export async function withRestoreMark(dataDir: string, restore: () => Promise<void>): Promise<void> {
  writeFileSync(markerOf(dataDir), 'A restore was not finished here. Restore again: what it left is removed.\n', {
    flush: true,
  });
  await restore();
  rmSync(markerOf(dataDir));
}

export function isRestoreUnfinished(dataDir: string): boolean {
  return existsSync(markerOf(dataDir));
}

/** Refuses to serve half a restore. */
export function assertRestored(dataDir: string): void {
  if (!isRestoreUnfinished(dataDir)) return;
  throw new OperatorError(
    `A restore into ${dataDir} was not finished: restore again (npm run restore), or name another DATA_DIR.`,
  );
}
