import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from './operator-error.ts';

/** Another running process has the directory. */
export class DataDirBusy extends OperatorError {
  constructor(dataDir: string) {
    super(`${dataDir} is in use by another running process: stop it, or set another DATA_DIR.`);
    this.name = 'DataDirBusy';
  }
}

/**
 * Takes a directory for this process until it ends; throws DataDirBusy, and OperatorError where it cannot tell. The embedded databases would be destroyed by
 * a second process. SQLite's file lock is the operating system's own: it is gone when its holder dies, however it dies,
 * and another container that shares the volume sees it, which no file holding a process id can promise.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(dataDir, 'lock'));
    file.exec('begin exclusive');
    return { release: () => file?.close() };
  } catch (error) {
    file?.close();
    throw refusalOf(error, dataDir);
  }
}

const busy = 5;

function refusalOf(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error;
  if (error.errcode === busy) return new DataDirBusy(dataDir);
  return new OperatorError(
    `${join(dataDir, 'lock')} cannot be used (${error.message}): nothing is kept in it, so remove it while no server runs there.`,
  );
}
