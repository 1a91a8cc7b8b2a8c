import { lstatSync, rmSync } from 'node:fs';
import { leftBehindOf } from '#platform/data-dir/unfinished-file.ts';

const quietMs = 10 * 60_000;

/**
 * Removes leftovers of backups to this file that were cut off, and reports each; a file that may still be written
 * stays.
 */
export function removeCutOff(file: string, tell: (line: string) => void): void {
  for (const { path, mayBeWritten } of leftBehindOf(file)) {
    if (mayBeWritten || isWrittenLately(path))
      tell(`${path} belongs to another backup to this file: remove it if none is running.`);
    else
      tell(
        `${path} was left by a backup that was cut off, and ${isRemoved(path) ? 'is removed' : 'cannot be removed by this user'}.`,
      );
  }
}

/** A leftover of another user in a shared folder stays; it does no harm. */
function isRemoved(left: string): boolean {
  try {
    rmSync(left, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Containers that share the folder have separate process ids, so the id alone proves nothing. */
function isWrittenLately(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < quietMs;
}
