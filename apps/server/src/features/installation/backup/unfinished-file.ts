import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../../../platform/process/is-alive.ts';

/**
 * Where a backup is written until it is whole: beside its file, by this process. In another container one can have the
 * same number at the same time, and must not put its half in the place of ours.
 */
export function unfinishedOf(file: string): string {
  return `${file}.${process.pid}-${randomBytes(4).toString('hex')}.unfinished`;
}

/** Whose a name is, among those of the backups to this file; undefined where it is none. */
function writerOf(name: string, file: string): number | undefined {
  const [, base, pid] = /^(.+)\.(\d{1,10})(?:-[0-9a-f]{8})?\.unfinished$/s.exec(name) ?? [];
  return base === basename(file) ? Number(pid) : undefined;
}

/** Removes what backups that were cut off have left of this file, and tells of each; what may still be written stays. */
export function removeCutOff(file: string, tell: (line: string) => void): void {
  const folder = dirname(file);
  for (const name of namesIn(folder)) {
    const pid = writerOf(name, file);
    if (pid === undefined) continue;
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
