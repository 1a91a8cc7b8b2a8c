import { ClickHouseError } from '@clickhouse/client';
import { OperatorError } from '../failure/operator-error.ts';
import { Refusal } from '../refusal.ts';

/** The usage database cannot serve the request now; the caller may try again. */
export class ClickHouseUnavailable extends Refusal {
  override name = 'ClickHouseUnavailable';

  constructor(cause?: unknown, message = 'The usage database is not available. Please try again in a few seconds.') {
    super('UNAVAILABLE', message, { retryAfterSeconds: '5' }, cause);
  }
}

/** A statement exceeded its limits, or the resources left beside others. Its data is not at fault. */
export class OverLimits extends ClickHouseUnavailable {
  override name = 'OverLimits';

  constructor(cause: unknown) {
    super(cause, 'This asks for more than the usage database can do at once. Please narrow the range, or try later.');
  }
}

/**
 * The disk of the usage database is full: it accepts no data until an operator makes room.
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

/** The embedded database exists but cannot be opened; the message has the engine's words and a remedy. */
export class UsageUnopened extends OperatorError {
  constructor(folder: string, said: string) {
    super(
      `The usage database in ${folder} cannot be opened: ${said.replace(/\.$/, '')}. If its disk is full, make room; if a file in it is damaged, restore that file from a copy, or restore a backup into another DATA_DIR.`,
    );
    this.name = 'UsageUnopened';
  }
}

/** A newer version of the code migrated the database. */
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
/**
 * CANNOT_WRITE_TO_FILE_DESCRIPTOR, CANNOT_OPEN_FILE, STD_EXCEPTION, UNKNOWN_EXCEPTION. With other codes, the message
 * may quote a row.
 */
const fileFailures = new Set(['', '75', '76', '1001', '1002']);
const fullDisk = /No space left on device|Disk quota exceeded|^ENOSPC|^EDQUOT/;

/**
 * Converts a broken connection or a cancelled query to ClickHouseUnavailable, a full disk to UsageDiskFull, and
 * exceeded limits to OverLimits. Returns other errors unchanged.
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

/** Errors of the engine may quote a row that contains these words. */
function hasBrokenOff(error: Error): boolean {
  return !(error instanceof ClickHouseError) && /socket hang up|Timeout error|aborted/.test(error.message);
}
