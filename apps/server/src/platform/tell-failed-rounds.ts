import { isFullDisk } from './full-disk.ts';
import type { Log } from './log.ts';
import { seldom } from './seldom.ts';
import { isTransient } from './transient.ts';

/**
 * Has what comes round every second or so tell that a round failed: while a database is away one line a minute, and
 * anything else as it is, with its stack.
 */
export function tellingFailedRounds(log: Pick<Log, 'error' | 'warn'>, text: string): (error: unknown) => void {
  const tellSeldom = seldom((failures, last) => log.warn({ failures, last }, text));
  return (error) => {
    // The log itself tells a full disk, once for all that fails for it.
    if (isTransient(error) && !isFullDisk(error)) tellSeldom(error.message);
    else log.error({ err: error }, text);
  };
}
