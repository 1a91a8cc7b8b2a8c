import { hourMs } from '@usance/period/instant';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { lastTick } from './calendar-tick.queries.ts';

/** The calendar goes round each minute; it may come late, and its server be off for a while. */
const mostUnheardMs = hourMs;

/**
 * Refuses (409) what gives days of notice for good, by a clock that shows far more than the calendar's last round, which was
 * held against other clocks: either this one is ahead, or the calendar waits for a person to say what time it is.
 */
export async function refuseClockAhead(db: DbOrTx, now: Date): Promise<void> {
  const round = await lastTick(db);
  if (round === undefined || now.getTime() - round.getTime() <= mostUnheardMs) return;
  throw conflict(
    'CLOCK_CONFLICT',
    `The server's clock shows ${now.toISOString()}, and the calendar last went round at ${round.toISOString()}. It goes round each minute, unless its clock is in doubt: then POST calendar/accept-time.`,
  );
}
