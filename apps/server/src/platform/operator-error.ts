import { isLostConnection } from './lost-connection.ts';

/** What whoever runs the installation can put right: the message is for them and says what to do. */
export class OperatorError extends Error {}

// Who may come in, what they may do there, and how tables are made.
const usageRefusals =
  /^(AUTHENTICATION_FAILED|ACCESS_DENIED|READONLY|UNKNOWN_DATABASE|UNKNOWN_STORAGE|NO_ZOOKEEPER|CLUSTER_DOESNT_EXIST)$/;

// Something else stands there, nothing may be written there, or no more.
const diskRefusals =
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOENT|ENOTDIR|EISDIR|EEXIST|ENOTEMPTY|ELOOP|EBUSY|EIO|EMFILE|ENFILE|ENAMETOOLONG)$/;

/** What the operator can put right gets one sentence; anything else is our bug and gets its stack. */
export function forOperator(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof OperatorError) return error.message;
  const code = 'code' in error ? error.code : undefined;
  const where = 'port' in error ? ` ${String(error.port)}` : '';
  if (code === 'EADDRINUSE') return `Port${where} is taken: stop what uses it, or set another PORT or INTERNAL_PORT.`;
  if (code === 'EACCES' && 'port' in error) return `Port${where} may not be used by this user: set another PORT.`;
  const isUnreached = 'syscall' in error && error.syscall === 'connect';
  if (isUnreached || isLostConnection(error)) return `A database does not answer: ${saidBy(error)}`;
  if (error.name === 'UsageDiskFull') return 'The disk of the usage database is full: make room there, and try again.';
  if (error.name === 'OverLimits')
    return `This is more than the usage database may do at once: ${causeOf(error)}. Try again while it has less to do, or give it more (CLICKHOUSE_MEMORY_MB, or the limits of the server that CLICKHOUSE_URL names).`;
  if (error.name === 'ClickHouseUnavailable')
    return 'The usage database does not answer: try again or, where CLICKHOUSE_URL names it, look at that.';
  if ('type' in error && usageRefusals.test(String(error.type)))
    return `The usage database refuses: ${error.message.trim()} Look at CLICKHOUSE_URL, CLICKHOUSE_ENGINE_PREFIX and CLICKHOUSE_CLUSTER.`;
  if ('syscall' in error && diskRefusals.test(String(code)))
    return `The file system refuses: ${error.message}. Look at DATA_DIR, and at the file that is named.`;
  if (code === '55P03') return `Somebody at work in PostgreSQL has what is to be changed: ${error.message}. Try again.`;
  // Who may come in, where to, what they may do there, whether there is anywhere to write and room for one more, and what
  // an administrator has ended. What a pooler says of itself has the code of a broken protocol.
  if (/^(28...|3D000|42501|25006|53...|57...|08P01)$/.test(String(code))) return `PostgreSQL refuses: ${error.message}`;
  return undefined;
}

/** What the engine said itself: what the error says is for who asks by a call. */
function causeOf({ cause, message }: Error): string {
  return (cause instanceof Error ? cause.message : message).trim().replace(/\.$/, '');
}

/** What several addresses of one name answered is told by the first; all of it together says nothing of itself. */
function saidBy(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.message;
}
