// What a client of PostgreSQL says of its connection has no code, and takes the place of the error that came before it.
const said =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|timeout exceeded when trying to connect)/;
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** Whether an error says that there is no connection to a database, or none any more. */
export function isLostConnection(error: Error): boolean {
  return said.test(error.message) || ('code' in error && codes.has(String(error.code)));
}
