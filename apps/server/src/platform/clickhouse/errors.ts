import { OperatorError } from '../operator-error.ts';
import { Refusal } from '../refusal.ts';

/** The usage database cannot be reached just now; the caller may try again. */
export class ClickHouseUnavailable extends Refusal {
  constructor(cause?: unknown) {
    super('UNAVAILABLE', 'The usage database is not available. Please try again in a few seconds.', {
      retryAfterSeconds: '5',
    });
    this.name = 'ClickHouseUnavailable';
    this.cause = cause;
  }
}

/** Another process has the embedded database open; two must never share one data directory. */
export class DataDirInUse extends OperatorError {
  constructor(dataDir: string) {
    super(`${dataDir} is in use by another running process: stop it, or set another DATA_DIR`);
    this.name = 'DataDirInUse';
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

/** Turns a broken connection into ClickHouseUnavailable; what the engine itself refused stays as it is. */
export function toClickHouseFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const isBroken = typeof code === 'string' && connectionFailures.has(code);
  return isBroken || /socket hang up|Timeout error|aborted/.test(error.message)
    ? new ClickHouseUnavailable(error)
    : error;
}
