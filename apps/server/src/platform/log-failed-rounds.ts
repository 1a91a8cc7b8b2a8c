import { isFullDisk } from './failure/full-disk.ts';
import { seldom } from './failure/seldom.ts';
import { isTransient } from './failure/transient.ts';
import type { Log } from './log.ts';

/**
 * Returns a logger for rounds that come every second or so: one line a minute while a database is down; any other error
 * with its stack.
 */
export function failedRoundsLog(log: Pick<Log, 'error' | 'warn'>, text: string): (error: unknown) => void {
  const tellSeldom = seldom((failures, last) => log.warn({ failures, last }, text));
  return (error) => {
    // The log itself limits the lines about a full disk.
    if (isTransient(error) && !isFullDisk(error)) tellSeldom(error.message);
    else log.error({ err: error }, text);
  };
}
