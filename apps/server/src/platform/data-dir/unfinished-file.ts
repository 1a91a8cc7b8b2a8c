import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../process/is-alive.ts';

/**
 * Returns the path beside a file at which this process writes it until it is complete. A process in another container
 * can have the same number, hence the random part.
 */
export function unfinishedOf(file: string): string {
  return `${file}.${process.pid}-${randomBytes(4).toString('hex')}.unfinished`;
}

/** An unfinished file that a process may have left behind when it was killed. */
interface LeftBehind {
  readonly path: string;
  /** True while another process has the number of the writer. */
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

/** The process id in the name of an unfinished version of this file; undefined for other names. */
function writerOf(name: string, file: string): number | undefined {
  const [, base, pid] = /^(.+)\.(\d{1,10})(?:-[0-9a-f]{8})?\.unfinished$/s.exec(name) ?? [];
  return base === basename(file) ? Number(pid) : undefined;
}

/** Empty if the folder is writable but not readable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
