import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { hoursOfDays } from '../../metering/billing-day/open-months.ts';
import { closesAfterMs } from './hour-rules.ts';
import { lockMeters } from './lock-meters.ts';

/** The time after a link's end in which its last hour can be reported. */
const lastReportMs = hourMs;

/**
 * Starts the hours of a new link, whose contract is locked, with its first hour or a later one, which then includes
 * earlier usage.
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
    from ${hoursOfDays(sql`${contract_id}`)} where used.hour >= ${from_hour} and used.hour < ${first}`.execute(tx);
}

export const closedAt = (hour: Date): Date => new Date(hour.getTime() + hourMs + closesAfterMs);

/** Makes all hours of an ended link due at once, including the open one. */
export async function makeHoursDue({ tx, now }: Pick<Work, 'tx' | 'now'>, { contract_id, id }: LinkRow): Promise<void> {
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
 * Ends the hours of a link with one that still closes at its usual time, so that usage a few minutes late is
 * included. Returns the first hour that is not closed.
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

/** Returns the deadline of an hour, which is earlier for an ended link. */
export function withinLink(deadline: Date, { ended_at }: Pick<LinkRow, 'ended_at'>): Date {
  return ended_at === null ? deadline : new Date(Math.min(deadline.getTime(), ended_at.getTime() + lastReportMs));
}
