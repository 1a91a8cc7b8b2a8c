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
