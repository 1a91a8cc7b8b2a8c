import { isLostConnection } from './transient.ts';

/** A failure that the operator of the installation can fix: the message says how. */
export class OperatorError extends Error {}

// Login, permissions and table creation.
const usageRefusals =
  /^(AUTHENTICATION_FAILED|ACCESS_DENIED|READONLY|UNKNOWN_DATABASE|UNKNOWN_STORAGE|NO_ZOOKEEPER|CLUSTER_DOESNT_EXIST)$/;

// Another file is in the place, or nothing (more) can be written there.
const diskRefusals =
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOENT|ENOTDIR|EISDIR|EEXIST|ENOTEMPTY|ELOOP|EBUSY|EIO|EMFILE|ENFILE|ENAMETOOLONG)$/;

/** One sentence if the operator can fix the error; undefined for our own faults, which are logged with their stack. */
export function forOperator(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof OperatorError) return error.message;
  const code = 'code' in error ? error.code : undefined;
  const where = 'port' in error ? ` ${String(error.port)}` : '';
  if (code === 'EADDRINUSE')
    return `Port${where} is taken: stop the program that uses it, or set another PORT or INTERNAL_PORT.`;
  if (code === 'EACCES' && 'port' in error) return `Port${where} may not be used by this user: set another PORT.`;
  const isUnreached = 'syscall' in error && error.syscall === 'connect';
  if (isUnreached || isLostConnection(error)) return `A database does not answer: ${saidBy(error)}`;
  if (error.name === 'UsageDiskFull') return 'The disk of the usage database is full: make room there, and try again.';
  if (error.name === 'OverLimits')
    return `This is more than the usage database may do at once: ${causeOf(error)}. Try again when it has less to do, or raise its limits (CLICKHOUSE_MEMORY_MB, or the limits of the server that CLICKHOUSE_URL names).`;
  if (error.name === 'ClickHouseUnavailable')
    return 'The usage database does not answer: try again, or check the server that CLICKHOUSE_URL names.';
  if ('type' in error && usageRefusals.test(String(error.type)))
    return `The usage database refuses: ${error.message.trim()} Check CLICKHOUSE_URL, CLICKHOUSE_ENGINE_PREFIX and CLICKHOUSE_CLUSTER.`;
  if ('syscall' in error && diskRefusals.test(String(code)))
    return `The file system refuses: ${error.message}. Check DATA_DIR and the named file.`;
  if (code === '55P03')
    return `Another session of PostgreSQL holds a lock that this needs: ${error.message}. Try again.`;
  // Login, database, permissions, read-only, no resources, ended by an administrator. Poolers report their own errors
  // with the code of a protocol violation.
  if (/^(28...|3D000|42501|25006|53...|57...|08P01)$/.test(String(code))) return `PostgreSQL refuses: ${error.message}`;
  return undefined;
}

/** The engine's own words: the message of the error is meant for API callers. */
function causeOf({ cause, message }: Error): string {
  return (cause instanceof Error ? cause.message : message).trim().replace(/\.$/, '');
}

/** The first address's answer stands for all of them: an AggregateError has no message of its own. */
function saidBy(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.message;
}

/** A variable of the environment that cannot be used; the message names it. */
export class BadConfig extends OperatorError {}
