import { hourMs } from '@usance/period/instant';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { lastTick } from './calendar-tick.queries.ts';

/** The calendar has a round each minute; it may be late, and its server down for a while. */
const mostUnheardMs = hourMs;

/**
 * Refuses with 409 a write that grants days of notice for good, if the clock is far beyond the calendar's last round.
 * Either the clock is ahead, or the calendar waits for an operator to accept the time.
 */
export async function refuseClockAhead(db: DbOrTx, now: Date): Promise<void> {
  const round = await lastTick(db);
  if (round === undefined || now.getTime() - round.getTime() <= mostUnheardMs) return;
  throw conflict(
    'CLOCK_CONFLICT',
    `The server's clock shows ${now.toISOString()}, and the calendar last ran at ${round.toISOString()}. It runs each minute unless its clock is in doubt: then use POST calendar/accept-time.`,
  );
}
