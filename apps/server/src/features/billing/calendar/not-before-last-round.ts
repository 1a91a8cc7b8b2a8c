import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { lastTick } from './calendar-tick.queries.ts';

/** Now, or the time of the calendar's last round, which a clock that is behind has not come to. */
export async function notBeforeLastRound(db: DbOrTx, now: Date): Promise<Date> {
  const round = await lastTick(db);
  return round && round > now ? round : now;
}
