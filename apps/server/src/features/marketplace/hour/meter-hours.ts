import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { announceLateHours } from './announce-late-hours.ts';
import { closeHours, dueMeters, nextClosing } from './close-hours.ts';
import { expireHours } from './keep-outcomes.ts';
import { pushHours } from './push-hours.ts';
import { settleEnded } from './settle-ended.ts';

/**
 * Closes past hours ten minutes after their end and reports them; hours of ended links at once. Safe to run late,
 * twice or after a crash.
 */
export async function meterHours(deps: Deps, now: Date): Promise<void> {
  const { marketplaces } = deps;
  // Expired amounts go to the hours that are closed now.
  await expireHours(deps, now);
  const due = await dueMeters(deps, now);
  // Usage is in its own hour if it can be rated now, and in a later one otherwise.
  if (due.length > 0)
    await rateDue(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'hours are closed without late usage'),
    );
  await closeHours(deps, marketplaces, due, now);
  await pushHours(deps, marketplaces, { now });
  await announceLateHours(deps, now);
  await settleEnded(deps, now);
}

/** Returns when hours are next closed, sent or expired. */
export function nextMetering(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(
    db,
    nextClosing(after),
    sql`(select min(greatest(next_try_at, sending_until)) from marketplace_hour
      where state = 'pending' and greatest(next_try_at, sending_until) > ${after})`,
    sql`(select min(deadline) from marketplace_hour where state = 'pending' and deadline > ${after})`,
  );
}
