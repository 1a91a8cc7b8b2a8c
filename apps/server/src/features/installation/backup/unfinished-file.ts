import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../../../platform/process/is-alive.ts';

const nameOf = (file: string, pid: number) => `${basename(file)}.${pid}.unfinished`;

/** Where a backup is written until it is whole: beside its file, by this process. */
export function unfinishedOf(file: string): string {
  return join(dirname(file), nameOf(file, process.pid));
}

/** Removes what backups that were cut off have left of this file, and tells of each; what may still be written stays. */
export function removeCutOff(file: string, tell: (line: string) => void): void {
  const folder = dirname(file);
  for (const name of namesIn(folder)) {
    const pid = Number(/\.(\d{1,10})\.unfinished$/.exec(name)?.[1]);
    if (Number.isNaN(pid) || name !== nameOf(file, pid)) continue;
    const left = join(folder, name);
    if (pid !== process.pid && isAlive(pid)) {
      tell(`${left} is of another backup to this file: if none is made any more, remove it.`);
      continue;
    }
    tell(
      `${left} was left by a backup that was cut off, and ${isRemoved(left) ? 'is removed' : 'cannot be removed by this user'}.`,
    );
  }
}

/** None where the folder may be written and not looked into. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
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
