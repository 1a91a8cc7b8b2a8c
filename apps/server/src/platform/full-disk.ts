import type { pino } from 'pino';
import { seldom } from './seldom.ts';

/** The file system's, and PostgreSQL's. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);
// What a database says on its way down has no code.
const said = /No space left on device|Disk quota exceeded/;

/** Whether there was no room where something was to be kept: a disk is full until somebody makes room. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && codes.has(String(error.code))) || error.name === 'UsageDiskFull' || isFullDisk(error.cause)
  );
}

type LogMethod = NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']>;

/**
 * Has a log tell all that fails for a full disk in one line a minute: each request and each round would have a stack of its
 * own. What ends the process is always told.
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

/** What was to be logged of a full disk, in its own words; undefined of anything else. */
function whyFull([first]: Parameters<pino.LogFn>): string | undefined {
  if (typeof first === 'string') return said.test(first) ? first : undefined;
  const error: unknown = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
  return error instanceof Error && isFullDisk(error) ? innermost(error).message : undefined;
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
