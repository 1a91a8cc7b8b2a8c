import { marketplaceAdjustmentId, marketplaceHourId } from '@usance/api/marketplace';
import { add, type Decimal, decimalOf, formatDecimal, isZero, multiply, subtract } from '@usance/money/decimal';
import { hourMs } from '@usance/period/instant';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database, Tx } from '../../../platform/postgres/database.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import type { LinkRow } from '../../party/marketplace-link/keep-link.ts';
import { licenceTail } from '../provider/licence.ts';
import { type Marketplaces, marketplaceAt, soldProduct } from '../provider/marketplaces.ts';
import { closedAt, withinLink } from './begin-hours.ts';
import { deadlineOf, quantityOf } from './hour-rules.ts';
import { type RatedHours, ratedHours } from './rated-hours.ts';

type Meter = Selectable<Database['marketplace_meter']>;
type Metering = Selectable<Database['marketplace_metering']>;
type HourRow = Insertable<Database['marketplace_hour']>;

/**
 * Closes the hours of a link that are over, each into an hourly statement; of a link that has ended the open hour too.
 * Another process may do the same: the contract's lock lets one after the other find what is left.
 */
export async function closeHours(
  { db }: Pick<Deps, 'db'>,
  marketplaces: Marketplaces,
  { contractId, linkId, now }: { readonly contractId: string; readonly linkId: string; readonly now: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockContract(tx, contractId);
    const { meter, link, metering, product } = await meterOf(tx, contractId, linkId);
    const hours = hoursToClose(meter, link, now);
    if (hours.length === 0) return;
    const rated = await ratedHours(tx, contractId, link.from_hour);
    const sold = soldProduct(marketplaces, link.cloud_provider, product);
    if (!sold) throw new Error(`${link.cloud_provider} ${product} is linked, and not sold here any more`);
    const { allowsZero, integerOnly } = marketplaceAt(marketplaces, link.cloud_provider);
    await adjustLate(tx, { meter, rated, dimension: sold.dimension, now });
    let pushed: Decimal = decimalOf(meter.pushed);
    const rows: HourRow[] = [];
    for (const hour of hours) {
      const cumulative = rated.through(hour);
      const deadline = withinLink(deadlineOf(hour, sold.maxAgeHours), link);
      const isLate = deadline <= now;
      const quantity = isLate ? '0' : quantityOf({ cumulative, pushed, unit: sold.unit, integerOnly });
      const isSent = !isLate && (allowsZero || !isZero(quantity));
      pushed = add(pushed, multiply(quantity, sold.unit));
      rows.push({
        contract_id: contractId,
        link_id: linkId,
        id: newId(marketplaceHourId),
        hour,
        dimension: sold.dimension,
        quantity,
        unit: sold.unit,
        cumulative: formatDecimal(cumulative, 12),
        ...keyAt(metering, hour, link),
        state: isLate ? 'expired' : isSent ? 'pending' : 'reported',
        record_id: null,
        failure: null,
        next_try_at: isSent ? now : null,
        ended_at: isSent ? null : now,
        deadline,
        created_at: now,
      });
    }
    await tx.insertInto('marketplace_hour').values(rows).execute();
    const next = new Date((hours.at(-1) ?? now).getTime() + hourMs);
    await tx
      .updateTable('marketplace_meter')
      .set({
        next_hour: next,
        due_at: link.ended_at === null ? closedAt(next) : now,
        pushed: formatDecimal(pushed, 12),
      })
      .where('contract_id', '=', contractId)
      .where('link_id', '=', linkId)
      .execute();
  });
}

async function meterOf(tx: Tx, contractId: string, linkId: string) {
  const meter = await tx
    .selectFrom('marketplace_meter')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('link_id', '=', linkId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { product, ...link } = await tx
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_subscription as subscription', 'subscription.id', 'link.subscription_id')
    .selectAll('link')
    .select('subscription.product')
    .where('link.contract_id', '=', contractId)
    .where('link.id', '=', linkId)
    .executeTakeFirstOrThrow();
  const metering = await tx
    .selectFrom('marketplace_metering')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('link_id', '=', linkId)
    .execute();
  return { meter, link, metering, product };
}

/** So many hours of one link are closed in one transaction; what is left is due at once. */
const mostHours = 1_000;

function hoursToClose({ next_hour, settled_at }: Meter, link: LinkRow, now: Date): Date[] {
  const hours: Date[] = [];
  if (settled_at !== null) return hours;
  const isOver = (hour: Date) =>
    link.ended_at === null ? closedAt(hour) <= now : hour <= link.ended_at && hour <= now;
  for (let hour = next_hour; isOver(hour) && hours.length < mostHours; hour = new Date(hour.getTime() + hourMs))
    hours.push(hour);
  return hours;
}

/** What usage of hours that are closed already has come to since: it is netted into the hours that are closed now. */
async function adjustLate(
  tx: Tx,
  given: { readonly meter: Meter; readonly rated: RatedHours; readonly dimension: string; readonly now: Date },
): Promise<void> {
  const { meter, rated, dimension, now } = given;
  const last = await tx
    .selectFrom('marketplace_hour')
    .select(['hour', 'cumulative'])
    .where('contract_id', '=', meter.contract_id)
    .where('link_id', '=', meter.link_id)
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  const amount = subtract(rated.through(last.hour), last.cumulative);
  if (isZero(amount)) return;
  const { contract_id, link_id, next_hour: hour } = meter;
  await keepAdjustment(tx, {
    contract_id,
    link_id,
    hour,
    dimension,
    reason: 'lateUsage',
    amount: formatDecimal(amount, 12),
    created_at: now,
  });
}

export async function keepAdjustment(
  tx: Tx,
  row: Omit<Insertable<Database['marketplace_adjustment']>, 'id'>,
): Promise<void> {
  await tx
    .insertInto('marketplace_adjustment')
    .values({ id: newId(marketplaceAdjustmentId), ...row })
    .execute();
}

function keyAt(metering: readonly Metering[], hour: Date, link: LinkRow): Pick<HourRow, 'meters_by' | 'meter_key'> {
  const way = metering.find(({ from_hour, to_hour }) => from_hour <= hour && (to_hour === null || hour < to_hour));
  if (!way) throw new Error(`Nothing says how link ${link.id} reports ${hour.toISOString()}`);
  const { meters_by, product, customer, licence_arn } = way;
  const of = meters_by === 'licence' ? licenceTail(licence_arn) : product;
  return { meters_by, meter_key: `${link.cloud_provider}/${of}/${customer}` };
}

/** The links of which an hour is due to be closed. */
export async function dueMeters({ db }: Pick<Deps, 'db'>, now: Date): Promise<Meter[]> {
  return db
    .selectFrom('marketplace_meter')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('contract_id')
    .execute();
}

/** SQL: when the next hour of any link is closed. */
export const nextClosing = (after: Date) =>
  sql<Date | null>`(select min(due_at) from marketplace_meter where settled_at is null and due_at > ${after})`;
