import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { hoursOfDays } from '../../metering/billing-day/open-months.ts';
import { closesAfterMs } from './hour-rules.ts';
import { lockMeters } from './lock-meters.ts';

/** The last hour of a link can be reported for so long after it has ended. */
const lastReportMs = hourMs;

/**
 * Has the hours of a new link, whose contract is locked, closed from its first on, or from a later one. What was used before
 * that one is in it.
 */
export async function beginHours(
  tx: Tx,
  { contract_id, id, from_hour }: LinkRow,
  first: Date = from_hour,
): Promise<void> {
  await sql`
    insert into marketplace_meter (contract_id, link_id, first_hour, next_hour, due_at, rated)
    select ${contract_id}, ${id}, ${first}::timestamptz, ${first}::timestamptz, ${closedAt(first)}::timestamptz,
      coalesce(sum(used.amount), 0)
    from ${hoursOfDays(contract_id)} where used.hour >= ${from_hour} and used.hour < ${first}`.execute(tx);
}

export const closedAt = (hour: Date): Date => new Date(hour.getTime() + hourMs + closesAfterMs);

/** Has everything of a link that has just ended reported at once, the open hour too. */
export async function hurryHours({ tx, now }: Pick<Work, 'tx' | 'now'>, { contract_id, id }: LinkRow): Promise<void> {
  await lockMeters(tx, [{ contract_id, link_id: id }]);
  await tx
    .updateTable('marketplace_hour')
    .set({ next_try_at: now, deadline: sql`least(deadline, ${new Date(now.getTime() + lastReportMs)}::timestamptz)` })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  await tx
    .updateTable('marketplace_meter')
    .set({ due_at: now })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .execute();
}

/**
 * Has the hours of a link end with one, which is closed in its own time: what meters send late by minutes is in it. Answers the
 * first that is not closed.
 */
export async function endHoursWith(tx: Tx, { contract_id, id }: LinkRow, lastHour: Date): Promise<Date> {
  await lockMeters(tx, [{ contract_id, link_id: id }]);
  const { next_hour } = await tx
    .updateTable('marketplace_meter')
    .set({ due_at: closedAt(lastHour) })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', id)
    .returning('next_hour')
    .executeTakeFirstOrThrow();
  return next_hour;
}

/** Until when an hour of a link can be reported that may have ended. */
export function withinLink(deadline: Date, { ended_at }: Pick<LinkRow, 'ended_at'>): Date {
  return ended_at === null ? deadline : new Date(Math.min(deadline.getTime(), ended_at.getTime() + lastReportMs));
}
