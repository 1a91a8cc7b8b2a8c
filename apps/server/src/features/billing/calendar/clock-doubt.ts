import { currencies } from '@usance/money/currency';
import { dayMs, hourMs } from '@usance/period/instant';
import { monthAt } from '../../contract/contract/contract.ts';

const minuteMs = 60_000;
/** Synchronised clocks differ by less, even over a slow connection. */
export const mostSkewMs = 5 * minuteMs;
/** The longest downtime that passes without an operator's confirmation. */
const mostOffMs = 3 * dayMs;
/**
 * The longest jump of a running process, which knows how much time has passed except while its machine was halted. It
 * is less than the 33 hours from the end of a month to its signing, so no jump can sign a running month.
 */
const mostHaltedMs = 24 * hourMs;

export interface Witnessed {
  readonly now: Date;
  /** The time of the database's clock at `now`. */
  readonly databaseNow: Date;
  /** The calendar's last round in any process; undefined before the first. */
  readonly lastTick: Date | undefined;
  /** The time by this process's last sound round plus the time passed since; undefined before one. */
  readonly expected: Date | undefined;
}

/** Returns why the clock is doubtful, or undefined. A doubtful clock makes no irreversible change. */
export function clockDoubt({ now, databaseNow, lastTick, expected }: Witnessed): string | undefined {
  const at = now.getTime();
  if (Math.abs(at - databaseNow.getTime()) > mostSkewMs)
    return `The clock shows ${now.toISOString()}, the database's ${databaseNow.toISOString()}.`;
  if (lastTick === undefined) return undefined;
  if (at < lastTick.getTime() - mostSkewMs)
    return `The clock shows ${now.toISOString()}, but the calendar already ran at ${lastTick.toISOString()}.`;
  // Another process may have had a later round, and an operator may have accepted a later time.
  const accounted = Math.max(lastTick.getTime(), expected?.getTime() ?? 0);
  // After a start no process knows how much time has passed, so a month that ended meanwhile needs the shorter bound.
  const most = expected === undefined && !endsAMonth(accounted, at) ? mostOffMs : mostHaltedMs;
  if (at - accounted > most)
    return `The clock shows ${now.toISOString()}, but the last time accounted for is ${new Date(accounted).toISOString()}.`;
  return undefined;
}

/** True if a billing month of any currency ends between two instants. */
function endsAMonth(from: number, to: number): boolean {
  return currencies.some((currency) => {
    const monthOf = (at: number) => monthAt({ currency }, new Date(at));
    return monthOf(from) !== monthOf(to);
  });
}
