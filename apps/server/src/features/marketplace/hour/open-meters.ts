import { type Selectable, sql } from 'kysely';
import type { Database, Tx } from '#platform/postgres/database.ts';
import type { LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { withHours } from '../../metering/billing-day/open-months.ts';

export type Meter = Selectable<Database['marketplace_meter']>;
export type MeterKey = Pick<Meter, 'contract_id' | 'link_id'>;

/** A locked meter with the data to close its next hours. */
export interface OpenMeter {
  readonly meter: Meter;
  readonly link: LinkRow;
  readonly product: string;
  /**
   * True if the contract was renewed. A renewal does not end the subscription, so the marketplace accepts the former
   * link's hours as usual.
   */
  readonly isRenewed: boolean;
  readonly metering: readonly Selectable<Database['marketplace_metering']>[];
  /** The total of all usage through the last closed hour; undefined before the first. */
  readonly lastCumulative: string | undefined;
  /** The amounts of the hours that are not closed. */
  readonly used: readonly { readonly hour: Date; readonly amount: string }[];
}

/** Locks unsettled meters until commit, against other closings and ratings. */
export async function openMeters(tx: Tx, keys: readonly MeterKey[]): Promise<OpenMeter[]> {
  const meters = await tx
    .selectFrom('marketplace_meter')
    .selectAll()
    .where(isOneOf(keys))
    .where('settled_at', 'is', null)
    .orderBy('contract_id')
    .orderBy('link_id')
    .forUpdate()
    .execute();
  // Read under the lock, so that later ratings and ends cannot be missed.
  const links = await linksOf(tx, meters);
  const metering = Map.groupBy(
    await tx.selectFrom('marketplace_metering').selectAll().where(isOneOf(meters)).execute(),
    ({ link_id }) => link_id,
  );
  const used = Map.groupBy(await usedSince(tx, meters), ({ link_id }) => link_id);
  return meters.flatMap((meter) => {
    const found = links.get(meter.link_id);
    if (!found) return [];
    const { product, cumulative, isRenewed, ...link } = found;
    return {
      meter,
      link,
      product,
      isRenewed,
      metering: metering.get(meter.link_id) ?? [],
      lastCumulative: cumulative ?? undefined,
      used: used.get(meter.link_id) ?? [],
    };
  });
}

const isOneOf = (keys: readonly MeterKey[]) => sql<boolean>`(contract_id, link_id) in (select * from unnest(
  ${keys.map(({ contract_id }) => contract_id)}::text[], ${keys.map(({ link_id }) => link_id)}::text[]))`;

async function linksOf(tx: Tx, meters: readonly Meter[]) {
  const rows = await tx
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_subscription as subscription', 'subscription.id', 'link.subscription_id')
    .innerJoin('contract', 'contract.id', 'link.contract_id')
    .selectAll('link')
    .select(['subscription.product', sql<boolean>`contract.state = 'Renewed'`.as('isRenewed')])
    .select((eb) =>
      eb
        .selectFrom('marketplace_hour as hour')
        .select('hour.cumulative')
        .whereRef('hour.contract_id', '=', 'link.contract_id')
        .whereRef('hour.link_id', '=', 'link.id')
        .orderBy('hour.hour', 'desc')
        .limit(1)
        .as('cumulative'),
    )
    .where('link.id', '=', sql<string>`any(${meters.map(({ link_id }) => link_id)}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** No usage of an hour is billed on a day before it: late usage is billed later. */
async function usedSince(tx: Tx, meters: readonly Meter[]) {
  const { rows } = await sql<{ link_id: string; hour: Date; amount: string }>`
    select meter.link_id, used.hour, sum(used.amount)::numeric(38, 12) as amount
    from unnest(${meters.map(({ contract_id }) => contract_id)}::text[], ${meters.map(({ link_id }) => link_id)}::text[],
        ${meters.map(({ next_hour }) => next_hour)}::timestamptz[]) as meter (contract_id, link_id, next_hour)
      join contract as of_contract on of_contract.id = meter.contract_id
      cross join lateral (
        select * from rated_day where rated_day.contract_id = meter.contract_id
          and rated_day.day >= (meter.next_hour at time zone billing_zone(of_contract.currency))::date
        -- By its index for each, and never all days that there are.
        offset 0) as rated_day
      ${withHours}
    where used.hour >= meter.next_hour group by 1, 2 order by 1, 2`.execute(tx);
  return rows;
}
