import { marketplaceHourId } from '@usance/api/marketplace/marketplace-hour';
import { add, type Decimal, decimalOf, formatDecimal, isZero, multiply, subtract } from '@usance/money/decimal';
import { hourMs } from '@usance/period/instant';
import type { Insertable } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { licenceTail } from '../provider/licence.ts';
import { type Marketplaces, marketplaceAt, soldProduct } from '../provider/marketplaces.ts';
import { closedAt, withinLink } from './begin-hours.ts';
import { deadlineOf, quantityOf } from './hour-rules.ts';
import type { Adjustment } from './keep-adjustments.ts';
import type { Meter, OpenMeter } from './open-meters.ts';

type HourRow = Insertable<Database['marketplace_hour']>;

/** The plan to close the past hours of a link. */
export interface PlannedHours {
  readonly meter: Pick<Meter, 'contract_id' | 'link_id' | 'next_hour' | 'due_at' | 'pushed' | 'rated'>;
  readonly hours: readonly HourRow[];
  /** Usage that arrived since for closed hours, included in these. */
  readonly late: Adjustment | undefined;
}

/** Plans the hourly statements of a link's past hours; for an ended link including the open hour. */
export function planHours(
  { meter, link, product, isRenewed, metering, lastCumulative, used }: OpenMeter,
  marketplaces: Marketplaces,
  { now, most }: { readonly now: Date; readonly most: number },
): PlannedHours | undefined {
  const { contract_id, link_id } = meter;
  const over = hoursToClose(meter, link, { now, most });
  const last = over.at(-1);
  if (last === undefined) return undefined;
  const sold = soldProduct(marketplaces, link.cloud_provider, product);
  if (!sold) throw new Error(`${link.cloud_provider} ${product} is linked, but no longer sold here`);
  const { allowsZero, integerOnly } = marketplaceAt(marketplaces, link.cloud_provider);
  const usedIn = new Map(used.map(({ hour, amount }) => [hour.getTime(), amount]));
  let pushed: Decimal = decimalOf(meter.pushed);
  let cumulative: Decimal = decimalOf(meter.rated);
  const hours = over.map((hour): HourRow => {
    cumulative = add(cumulative, usedIn.get(hour.getTime()) ?? '0');
    const latest = deadlineOf(hour, sold.maxAgeHours);
    const deadline = isRenewed ? latest : withinLink(latest, link);
    const isLate = deadline <= now;
    const quantity = isLate ? '0' : quantityOf({ cumulative, pushed, unit: sold.unit, integerOnly });
    const isSent = !isLate && (allowsZero || !isZero(quantity));
    pushed = add(pushed, multiply(quantity, sold.unit));
    return {
      contract_id,
      link_id,
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
    };
  });
  const next_hour = new Date(last.getTime() + hourMs);
  const due_at = link.ended_at === null ? closedAt(next_hour) : now;
  return {
    meter: {
      contract_id,
      link_id,
      next_hour,
      due_at,
      pushed: formatDecimal(pushed, 12),
      rated: formatDecimal(cumulative, 12),
    },
    hours,
    late: lateUsage(meter, lastCumulative, { dimension: sold.dimension, now }),
  };
}

function hoursToClose(
  { next_hour }: Meter,
  { ended_at }: LinkRow,
  { now, most }: { readonly now: Date; readonly most: number },
): Date[] {
  const hours: Date[] = [];
  const isOver = (hour: Date) => (ended_at === null ? closedAt(hour) <= now : hour <= ended_at && hour <= now);
  for (let hour = next_hour; isOver(hour) && hours.length < most; hour = new Date(hour.getTime() + hourMs))
    hours.push(hour);
  return hours;
}

function lateUsage(
  { contract_id, link_id, next_hour: hour, rated }: Meter,
  lastCumulative: string | undefined,
  { dimension, now }: { readonly dimension: string; readonly now: Date },
): Adjustment | undefined {
  const amount = subtract(rated, lastCumulative ?? rated);
  if (isZero(amount)) return undefined;
  return {
    contract_id,
    link_id,
    hour,
    dimension,
    reason: 'lateUsage',
    amount: formatDecimal(amount, 12),
    created_at: now,
  };
}

function keyAt(metering: OpenMeter['metering'], hour: Date, link: LinkRow): Pick<HourRow, 'meters_by' | 'meter_key'> {
  const way = metering.find(({ from_hour, to_hour }) => from_hour <= hour && (to_hour === null || hour < to_hour));
  if (!way) throw new Error(`Link ${link.id} has no metering for ${hour.toISOString()}`);
  const { meters_by, product, customer, licence_arn } = way;
  const of = meters_by === 'licence' ? licenceTail(licence_arn) : product;
  return { meters_by, meter_key: `${link.cloud_provider}/${of}/${customer}` };
}
