import { isFullDisk } from './full-disk.ts';
import { isLostConnection } from './lost-connection.ts';

// Lost connections, shutdowns, lock and statement time-outs, serialization failures: the same request may succeed later.
const transientSqlStates = /^(08|53|57|25P03|40001|40P01|55P03)/;

/** Whether an error is trouble of a database, or of a disk, that passes: nothing is wrong with what was asked. */
export function isTransient(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (isLostConnection(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A database that is being started again has no socket yet; elsewhere a missing file is our own fault.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return isFullDisk(error) || transientSqlStates.test(code) || error.name === 'ClickHouseUnavailable';
}
