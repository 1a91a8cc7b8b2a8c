import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../failure/operator-error.ts';

/** The directory is in use by another running process. */
export class DataDirBusy extends OperatorError {
  constructor(dataDir: string) {
    super(`${dataDir} is in use by another running process: stop it, or set another DATA_DIR.`);
    this.name = 'DataDirBusy';
  }
}

/**
 * Locks a directory for this process until it ends. Throws DataDirBusy, or OperatorError if the lock file is unusable.
 * A second process would destroy the embedded databases. SQLite's lock belongs to the operating system: it ends with
 * its holder, and other containers that share the volume see it. A file with a process id promises neither.
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
    `${join(dataDir, 'lock')} cannot be used (${error.message}): it holds no data, so remove it while no server runs there.`,
  );
}
