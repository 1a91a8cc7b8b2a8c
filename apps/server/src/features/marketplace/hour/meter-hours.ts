import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { closeHours, dueMeters, nextClosing } from './close-hours.ts';
import { expireHours } from './keep-outcomes.ts';
import { pushHours } from './push-hours.ts';
import { settleEnded } from './settle-ended.ts';
import { tellHours } from './tell-hours.ts';

/**
 * Closes the hours that are over, ten minutes after each, and reports them; of links that have ended everything at once.
 * Late, twice or after a crash it comes to the same.
 */
export async function meterHours(deps: Deps, now: Date): Promise<void> {
  const { marketplaces } = deps;
  // What can be told no more is left to the hours that are closed now.
  await expireHours(deps, now);
  const due = await dueMeters(deps, now);
  // What came in is in its hour where it can be rated by now, and in a later one otherwise.
  if (due.length > 0)
    await rateDue(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'Hours are closed without late usage'),
    );
  await closeHours(deps, marketplaces, due, now);
  await pushHours(deps, marketplaces, { now });
  await tellHours(deps, now);
  await settleEnded(deps, now);
}

/** When hours are closed or sent next, or can be sent no more. */
export function nextMetering(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(
    db,
    nextClosing(after),
    sql`(select min(greatest(next_try_at, sending_until)) from marketplace_hour
      where state = 'pending' and greatest(next_try_at, sending_until) > ${after})`,
    sql`(select min(deadline) from marketplace_hour where state = 'pending' and deadline > ${after})`,
  );
}
