import { isFullDisk } from './full-disk.ts';

// Lost connections, shutdowns, lock and statement time-outs, serialization failures: a retry may succeed.
const transientSqlStates = /^(08|53|57|25P03|40001|40P01|55P03)/;

/** True if the error is a temporary failure of a database or disk, not a fault of the request. */
export function isTransient(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (isLostConnection(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // A PostgreSQL that is restarting has no socket yet; other missing files are our own fault.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return isFullDisk(error) || transientSqlStates.test(code) || error.name === 'ClickHouseUnavailable';
}

// PostgreSQL's client gives errors of the connection no code, and they replace the error before them.
const said =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|timeout exceeded when trying to connect)/;
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** True if the error means that there is no connection to a database, or no longer. */
export function isLostConnection(error: Error): boolean {
  return said.test(error.message) || ('code' in error && codes.has(String(error.code)));
}
