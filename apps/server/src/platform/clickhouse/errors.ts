import { ClickHouseError } from '@clickhouse/client';
import { OperatorError } from '../operator-error.ts';
import { Refusal } from '../refusal.ts';

/** The usage database cannot do it just now; the caller may try again. */
export class ClickHouseUnavailable extends Refusal {
  override name = 'ClickHouseUnavailable';

  constructor(cause?: unknown, message = 'The usage database is not available. Please try again in a few seconds.') {
    super('UNAVAILABLE', message, { retryAfterSeconds: '5' }, cause);
  }
}

/**
 * A statement was to take more of the usage database than it may, or than is left beside others. Nothing is wrong with what
 * it was to write.
 */
export class OverLimits extends ClickHouseUnavailable {
  override name = 'OverLimits';

  constructor(cause: unknown) {
    super(cause, 'This asks for more than the usage database can do at once. Please narrow the range, or try later.');
  }
}

/**
 * There is no room left where the usage database lies: it takes nothing in until somebody makes some.
 *
 * @internal for its test
 */
export class UsageDiskFull extends ClickHouseUnavailable {
  override name = 'UsageDiskFull';
}

/** Another process has the embedded database open; two must never share one data directory. */
export class DataDirInUse extends OperatorError {
  constructor(dataDir: string) {
    super(`${dataDir} is in use by another running process: stop it, or set another DATA_DIR`);
    this.name = 'DataDirInUse';
  }
}

/** The embedded database is there and cannot be opened; what the engine says of it is told with what to do. */
export class UsageUnopened extends OperatorError {
  constructor(folder: string, said: string) {
    super(
      `The usage database in ${folder} cannot be opened: ${said.replace(/\.$/, '')}. Make room where its disk is full; where a file in it is damaged, put that back from a copy, or restore a backup into another DATA_DIR.`,
    );
    this.name = 'UsageUnopened';
  }
}

/** The database was migrated by a newer version of the code than this one. */
export class ClickHouseNewerThanCode extends OperatorError {
  readonly unknownMigrations: readonly string[];
  constructor(unknownMigrations: readonly string[]) {
    super(`The usage database is newer than this code, which does not know: ${unknownMigrations.join(', ')}`);
    this.name = 'ClickHouseNewerThanCode';
    this.unknownMigrations = unknownMigrations;
  }
}

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED, TOO_MANY_SIMULTANEOUS_QUERIES */
const overLimits = new Set(['159', '241', '202']);
const queryWasCancelled = '394';
const notEnoughSpace = '243';
/** CANNOT_WRITE_TO_FILE_DESCRIPTOR, CANNOT_OPEN_FILE, STD_EXCEPTION, UNKNOWN_EXCEPTION. Elsewhere a row may say these words. */
const fileFailures = new Set(['', '75', '76', '1001', '1002']);
const fullDisk = /No space left on device|Disk quota exceeded|^ENOSPC|^EDQUOT/;

/**
 * Turns a broken connection, or a query that somebody has ended, into ClickHouseUnavailable, a full disk into UsageDiskFull,
 * and what went beyond its limits into OverLimits. What the engine refused otherwise stays as it is.
 */
export function toClickHouseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (overLimits.has(code)) return new OverLimits(error);
  const isFull = code === notEnoughSpace || (fileFailures.has(code) && fullDisk.test(error.message));
  if (isFull) return new UsageDiskFull(error);
  const isBroken = connectionFailures.has(code) || code === queryWasCancelled || hasBrokenOff(error);
  return isBroken ? new ClickHouseUnavailable(error) : error;
}

/** What the engine says itself may quote a row, in which any of these words can stand. */
function hasBrokenOff(error: Error): boolean {
  return !(error instanceof ClickHouseError) && /socket hang up|Timeout error|aborted/.test(error.message);
}
