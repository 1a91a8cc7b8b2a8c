import type { Selectable } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Database, Db } from '#platform/postgres/database.ts';
import type { MeteredRecord, MeterOutcome } from '../provider/marketplace-provider.ts';
import { type Marketplaces, marketplaceAt } from '../provider/marketplaces.ts';
import { type SubscriptionRow, subscribedOf } from '../subscription/subscription.ts';
import { keepOutcomes, keepSending } from './keep-outcomes.ts';

/** The most records that one call of any marketplace takes. */
const recordsPerCall = 25;
/** The number of concurrent calls, since marketplaces answer slowly. */
const callsAtOnce = 8;
/** The number of records read at once. */
const mostAtOnce = 2_000;

type PendingHour = Selectable<Database['marketplace_hour']> & { readonly subscription: SubscriptionRow };

/**
 * Reports the due hours, or the named ones of them, and stores the outcomes. A record is sent again unchanged until
 * the marketplace answers, so that a killed process loses and doubles none.
 */
export async function pushHours(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  marketplaces: Marketplaces,
  { now, ids }: { readonly now: Date; readonly ids?: readonly string[] },
): Promise<void> {
  for (;;) {
    const due = await pendingHours(db, now, ids);
    const calls = callsFor(due);
    const next = calls.values();
    let isKept = true;
    const work = async () => {
      for (const call of next)
        await send({ db, log }, marketplaces, call, now).catch((error: unknown) => {
          isKept = false;
          log.error({ hours: call.length, err: error }, 'storing the outcomes of hours failed');
        });
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
    if (due.length > 0) log.info({ hours: due.length, calls: calls.length }, 'hours were reported to marketplaces');
    // Otherwise the hours whose outcomes were not stored would be found again at once.
    if (due.length < mostAtOnce || !isKept) return;
  }
}

async function send(
  deps: Pick<Deps, 'db' | 'log'>,
  marketplaces: Marketplaces,
  call: readonly PendingHour[],
  now: Date,
): Promise<void> {
  const sent = await keepSending(deps.db, call, now);
  if (sent.length === 0) return;
  const outcomes = await report(marketplaces, sent);
  await keepOutcomes(deps, sent, outcomes, now);
}

function pendingHours(db: Db, now: Date, ids: readonly string[] | undefined): Promise<PendingHour[]> {
  let due = db
    .selectFrom('marketplace_hour as hour')
    .innerJoin('marketplace_link as link', (join) =>
      join.onRef('link.contract_id', '=', 'hour.contract_id').onRef('link.id', '=', 'hour.link_id'),
    )
    .selectAll('hour')
    .select('link.subscription_id')
    .where('hour.state', '=', 'pending')
    .where('hour.next_try_at', '<=', now)
    // One outdated record fails its whole call.
    .where('hour.deadline', '>', now)
    .orderBy('hour.next_try_at')
    .orderBy('hour.hour')
    .orderBy('hour.id')
    .limit(mostAtOnce);
  if (ids) due = due.where('hour.id', 'in', ids);
  return due.execute().then(async (rows) => {
    const known = await subscriptionsById(db, [...new Set(rows.map((row) => row.subscription_id))]);
    return rows.flatMap(({ subscription_id, ...row }) => {
      const subscription = known.get(subscription_id);
      return subscription ? [{ ...row, subscription }] : [];
    });
  });
}

async function subscriptionsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SubscriptionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('marketplace_subscription').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Each call has one product and one way of metering. */
function callsFor(due: readonly PendingHour[]): (readonly PendingHour[])[] {
  const together = Map.groupBy(due, ({ subscription, meters_by }) =>
    [subscription.cloud_provider, subscription.product, meters_by].join('/'),
  );
  return [...together.values()].flatMap((rows) =>
    Array.from({ length: Math.ceil(rows.length / recordsPerCall) }, (_, at) =>
      rows.slice(at * recordsPerCall, (at + 1) * recordsPerCall),
    ),
  );
}

async function report(
  marketplaces: Marketplaces,
  rows: readonly PendingHour[],
): Promise<ReadonlyMap<string, MeterOutcome>> {
  const [first] = rows;
  if (!first) return new Map();
  try {
    return await marketplaceAt(marketplaces, first.subscription.cloud_provider).meter(rows.map(recordOf));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return new Map(rows.map(({ id }) => [id, { kind: 'unanswered', why }]));
  }
}

function recordOf({ id, hour, dimension, quantity, meters_by, subscription }: PendingHour): MeteredRecord {
  return { key: id, hour, dimension, quantity, metersBy: meters_by, subscription: subscribedOf(subscription) };
}
