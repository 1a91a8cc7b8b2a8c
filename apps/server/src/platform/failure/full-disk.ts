import type { pino } from 'pino';
import { seldom } from './seldom.ts';

/** The codes of the file system and of PostgreSQL. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);
// A database that is shutting down sends no code.
const said = /No space left on device|Disk quota exceeded/;

/** True if the error says that a disk is full. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && codes.has(String(error.code))) || error.name === 'UsageDiskFull' || isFullDisk(error.cause)
  );
}

type LogMethod = NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']>;

/**
 * Logs all failures on a full disk as one line a minute; otherwise each request and each round would log a stack. Fatal
 * lines are always logged.
 */
export function tellingFullDiskSeldom(tell: (failures: number, last: string) => void): LogMethod {
  const tellSeldom = seldom(tell);
  return function (args, method, level) {
    const why = level < endsTheProcess ? whyFull(args) : undefined;
    if (why === undefined) method.apply(this, args);
    else tellSeldom(why);
  };
}

/** pino's level of `fatal`. */
const endsTheProcess = 60;

/** The log line's own words if it tells of a full disk, else undefined. */
function whyFull([first]: Parameters<pino.LogFn>): string | undefined {
  if (typeof first === 'string') return said.test(first) ? first : undefined;
  const error: unknown = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
  return error instanceof Error && isFullDisk(error) ? innermost(error).message : undefined;
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
