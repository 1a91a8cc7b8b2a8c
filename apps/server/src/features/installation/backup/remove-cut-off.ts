import { lstatSync, rmSync } from 'node:fs';
import { leftBehindOf } from '#platform/unfinished-file.ts';

const quietMs = 10 * 60_000;

/** Removes what backups that were cut off have left of this file, and tells of each; what may still be written stays. */
export function removeCutOff(file: string, tell: (line: string) => void): void {
  for (const { path, mayBeWritten } of leftBehindOf(file)) {
    if (mayBeWritten || isWrittenLately(path))
      tell(`${path} is of another backup to this file: if none is made any more, remove it.`);
    else
      tell(
        `${path} was left by a backup that was cut off, and ${isRemoved(path) ? 'is removed' : 'cannot be removed by this user'}.`,
      );
  }
}

/** What another user has left in a folder that many write to stays; it is in nobody's way. */
function isRemoved(left: string): boolean {
  try {
    rmSync(left, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Containers that share the folder count their processes each for itself: a number says nothing of who writes in another. */
function isWrittenLately(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs < quietMs;
}
