import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './process/is-alive.ts';

/**
 * Where a file is written until it is whole: beside it, by this process. In another container one can have the same
 * number at the same time, and must not put its half in the place of ours.
 */
export function unfinishedOf(file: string): string {
  return `${file}.${process.pid}-${randomBytes(4).toString('hex')}.unfinished`;
}

/** What may have been left beside a file by who was cut off while writing it. */
interface LeftBehind {
  readonly path: string;
  /** A process that is none of ours has the number of who wrote it. */
  readonly mayBeWritten: boolean;
}

export function leftBehindOf(file: string): LeftBehind[] {
  const folder = dirname(file);
  return namesIn(folder).flatMap((name) => {
    const pid = writerOf(name, file);
    if (pid === undefined) return [];
    return [{ path: join(folder, name), mayBeWritten: pid !== process.pid && isAlive(pid) }];
  });
}

/** Whose a name is, among those of the unfinished files of this one; undefined where it is none. */
function writerOf(name: string, file: string): number | undefined {
  const [, base, pid] = /^(.+)\.(\d{1,10})(?:-[0-9a-f]{8})?\.unfinished$/s.exec(name) ?? [];
  return base === basename(file) ? Number(pid) : undefined;
}

/** None where the folder may be written and not looked into. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
