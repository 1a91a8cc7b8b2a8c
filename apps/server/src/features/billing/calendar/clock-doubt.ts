import { currencies } from '@usance/money/currency';
import { dayMs, hourMs } from '@usance/period/instant';
import { monthAt } from '../../contract/contract/contract.ts';

const minuteMs = 60_000;
/** Two clocks that are looked after differ by less, however slow the connection between them is. */
export const mostSkewMs = 5 * minuteMs;
/** Further than that nobody is off without knowing it. */
const mostOffMs = 3 * dayMs;
/**
 * A process that runs knows how much time has passed, save while its virtual machine was halted. With less than the 33
 * hours from the end of a month to its signing, no jump that passes signs a month that is not over.
 */
const mostHaltedMs = 24 * hourMs;

export interface Witnessed {
  readonly now: Date;
  /** What the database's clock showed at `now`. */
  readonly databaseNow: Date;
  /** When the calendar went round last, in whichever process; undefined the first time. */
  readonly lastTick: Date | undefined;
  /** What time it must be by the last sound round of this process and what has passed since; undefined before one. */
  readonly expected: Date | undefined;
}

/** Why the clock is not to be believed, or undefined. Nothing that cannot be undone is done by a clock in doubt. */
export function clockDoubt({ now, databaseNow, lastTick, expected }: Witnessed): string | undefined {
  const at = now.getTime();
  if (Math.abs(at - databaseNow.getTime()) > mostSkewMs)
    return `The clock shows ${now.toISOString()}, the database's ${databaseNow.toISOString()}.`;
  if (lastTick === undefined) return undefined;
  if (at < lastTick.getTime() - mostSkewMs)
    return `The clock shows ${now.toISOString()}, and the calendar went round at ${lastTick.toISOString()} already.`;
  // Another process may have gone round later than this one, and a person may have accepted a later time.
  const accounted = Math.max(lastTick.getTime(), expected?.getTime() ?? 0);
  // What ran when the calendar last went round may not be over, whatever the clock shows after a start.
  const most = expected === undefined && !endsAMonth(accounted, at) ? mostOffMs : mostHaltedMs;
  if (at - accounted > most)
    return `The clock shows ${now.toISOString()}, and the last time that is accounted for is ${new Date(accounted).toISOString()}.`;
  return undefined;
}

/** Whether a billing month of any contract ends between two instants. */
function endsAMonth(from: number, to: number): boolean {
  return currencies.some((currency) => {
    const monthOf = (at: number) => monthAt({ currency }, new Date(at));
    return monthOf(from) !== monthOf(to);
  });
}
