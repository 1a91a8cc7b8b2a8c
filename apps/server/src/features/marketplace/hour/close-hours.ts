import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { inGroups } from './in-groups.ts';
import { keepAdjustments } from './keep-adjustments.ts';
import { type MeterKey, openMeters } from './open-meters.ts';
import { type PlannedHours, planHours } from './plan-hours.ts';

/** The most hours closed in one transaction; the rest are due at once. */
const mostHours = 20_000;
/** An SQL statement takes 65,535 parameters, and an hour has 21 columns. */
const rowsTogether = 3_000;

/**
 * Closes the past hours of links into hourly statements. Safe to run concurrently: the first process to lock the
 * meters closes them, and the other finds the rest.
 */
export async function closeHours(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  marketplaces: Marketplaces,
  due: readonly MeterKey[],
  now: Date,
): Promise<void> {
  const message = 'Closing hours failed';
  const close = async (tx: Tx, group: readonly MeterKey[]) => {
    const most = Math.ceil(mostHours / group.length);
    const planned = (await openMeters(tx, group)).flatMap((open) => {
      try {
        return planHours(open, marketplaces, { now, most }) ?? [];
      } catch (error) {
        log.error({ contractId: open.link.contract_id, err: error }, message);
        return [];
      }
    });
    await keepPlanned(tx, planned);
  };
  await inGroups(
    { log },
    due,
    (group) => db.transaction().execute((tx) => close(tx, group)),
    ({ contract_id: contractId }) => ({ message, of: { contractId } }),
  );
}

async function keepPlanned(tx: Tx, planned: readonly PlannedHours[]): Promise<void> {
  if (planned.length === 0) return;
  await keepAdjustments(
    tx,
    planned.flatMap(({ late }) => late ?? []),
  );
  const hours = planned.flatMap((each) => each.hours);
  for (let from = 0; from < hours.length; from += rowsTogether)
    await tx
      .insertInto('marketplace_hour')
      .values(hours.slice(from, from + rowsTogether))
      .execute();
  const meters = planned.map(({ meter }) => meter);
  await sql`
    update marketplace_meter as meter
    set next_hour = closed.next_hour, due_at = closed.due_at, pushed = closed.pushed, rated = closed.rated
    from unnest(${meters.map((each) => each.link_id)}::text[], ${meters.map((each) => each.contract_id)}::text[],
        ${meters.map((each) => each.next_hour)}::timestamptz[], ${meters.map((each) => each.due_at)}::timestamptz[],
        ${meters.map((each) => each.pushed)}::numeric[], ${meters.map((each) => each.rated)}::numeric[])
      as closed (link_id, contract_id, next_hour, due_at, pushed, rated)
    where meter.contract_id = closed.contract_id and meter.link_id = closed.link_id`.execute(tx);
}

/** Returns the links with an hour to close. */
export async function dueMeters({ db }: Pick<Deps, 'db'>, now: Date): Promise<MeterKey[]> {
  return db
    .selectFrom('marketplace_meter')
    .select(['contract_id', 'link_id'])
    .where('settled_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('contract_id')
    .execute();
}

/** SQL: when the next hour of any link closes. */
export const nextClosing = (after: Date) =>
  sql<Date | null>`(select min(due_at) from marketplace_meter where settled_at is null and due_at > ${after})`;
