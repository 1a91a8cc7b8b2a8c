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
 * Takes a directory for this process until it ends; throws DataDirBusy. The embedded databases would be destroyed by
 * a second process. SQLite's file lock is the operating system's own: it is gone when its holder dies, however it dies,
 * and another container that shares the volume sees it, which no file holding a process id can promise.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const file = new DatabaseSync(join(dataDir, 'lock'));
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    throw isBusy(error) ? new DataDirBusy(dataDir) : error;
  }
  return { release: () => file.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
