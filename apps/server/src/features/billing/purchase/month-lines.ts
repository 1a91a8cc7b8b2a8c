import type { SkuDimensions } from '@usance/api/metering/sku';
import { compare, formatDecimal, sum } from '@usance/money/decimal';
import { type BillingMonth, firstDayOf, lastDayOf } from '@usance/period/billing-month';
import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';
import { type LiveRun, liveRuns } from '../../metering/billing-day/live-runs.ts';
import { dimensionsOf } from '../../metering/sku/sku.ts';
import { ofRuns, runParams } from './selection/purchase-selection.ts';

/**
 * The rated rows of a month with the same SKU, list price, discount, offer and kind; sums are exact, with 12 places.
 */
export interface MonthLine extends SkuDimensions {
  readonly consumption: string;
  readonly consumptionUnit: string;
  readonly listPrice: string;
  readonly priceUnit: string;
  readonly discount: string;
  /** The private offer whose price or tiers applied. */
  readonly offerId?: string;
  /** True for late usage of an earlier, signed month. */
  readonly adjustment: boolean;
  /** The number of summed usage records; one split into slices counts once. */
  readonly rows: bigint;
  readonly amount: string;
}

/** A line with its SKU number in the usage database, which display names do not change. */
export interface SkuLine extends MonthLine {
  readonly skuNo: number;
}

/** The exact amount of the usage that begins in a UTC hour, whichever month bills it, with 12 places. */
export interface HourAmount {
  readonly hour: Instant;
  readonly amount: string;
}

/** The engine has lost rated rows of a month, which must be rated again. */
export class RatedRowsLost extends Error {}

/**
 * Sums the rated rows of a billing month by line and by hour, in a stable order, with their runs. Throws
 * RatedRowsLost if the rows do not add up to the rated days: no statement may be made of them.
 */
export async function linesOfMonth(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contractId: string,
  month: BillingMonth,
): Promise<{ lines: SkuLine[]; hours: HourAmount[]; runs: bigint[] }> {
  const runs = await liveRuns(db, contractId, firstDayOf(month), lastDayOf(month));
  if (runs.length === 0) return { lines: [], hours: [], runs: [] };
  const [lines, hours] = await Promise.all([
    linesOfRuns(clickhouse, contractId, runs),
    hoursOfRuns(clickhouse, contractId, runs),
  ]);
  const usages = runs.reduce((rows, run) => rows + run.rows, 0n);
  // Lost rows may cost nothing, or cancel each other.
  if (lines.reduce((rows, line) => rows + line.rows, 0n) !== usages)
    throw new RatedRowsLost(`${contractId} ${month} was rated with ${usages} usages, its sums have others`);
  const rated = sum(runs.map(({ amount }) => amount));
  for (const parts of [lines, hours]) {
    const found = sum(parts.map(({ amount }) => amount));
    if (compare(rated, found) !== 0)
      throw new RatedRowsLost(
        `${contractId} ${month} was rated at ${formatDecimal(rated)}, its rows sum to ${formatDecimal(found)}`,
      );
  }
  return { lines, hours, runs: runs.map(({ runNo }) => runNo) };
}

/** Sums the roll-up of runs, live or not, in a stable order. */
export async function linesOfRuns(
  clickhouse: Deps['clickhouse'],
  contractId: string,
  runs: readonly LiveRun[],
): Promise<SkuLine[]> {
  const rows = await clickhouse.query<LineRow>(
    `SELECT ${groupColumns}, sum(rated.consumption) AS quantity, sum(rated.rows) AS rows,
       sum(rated.amount) AS total
     FROM rated_rollup AS rated WHERE ${ofRuns.join(' AND ')} GROUP BY ${groupColumns} ORDER BY ${groupColumns}`,
    runParams(contractId, runs),
  );
  return rows.map(lineOf);
}

const groupColumns =
  'sku_no, product, type, sub_type, billing_item, cloud_provider, region, edition, consumption_unit, list_price, ' +
  'price_unit, zhekou, adjustment, offer_id';

/** Sums the rows of runs by the hour in which usage begins, earliest first; late usage by its own hour. */
async function hoursOfRuns(
  clickhouse: Deps['clickhouse'],
  contractId: string,
  runs: readonly LiveRun[],
): Promise<HourAmount[]> {
  const rows = await clickhouse.query<{ seconds: string; total: string }>(
    `SELECT toString(toUnixTimestamp(toStartOfHour(start_at, 'UTC'))) AS seconds, sum(purchase.amount) AS total
     FROM purchase WHERE ${ofRuns.join(' AND ')} GROUP BY toStartOfHour(start_at, 'UTC') ORDER BY toStartOfHour(start_at, 'UTC')`,
    runParams(contractId, runs),
  );
  return rows.map(({ seconds, total }) => ({
    hour: instantOfEpochMs(Number(seconds) * 1_000),
    amount: formatDecimal(total, 12),
  }));
}

type LineRow = Parameters<typeof dimensionsOf>[0] & {
  sku_no: number;
  consumption_unit: string;
  list_price: string;
  price_unit: string;
  zhekou: string;
  offer_id: string;
  adjustment: 0 | 1;
  quantity: string;
  rows: string;
  total: string;
};

function lineOf(row: LineRow): SkuLine {
  return {
    ...dimensionsOf(row),
    skuNo: row.sku_no,
    consumption: row.quantity,
    consumptionUnit: row.consumption_unit,
    listPrice: row.list_price,
    priceUnit: row.price_unit,
    discount: row.zhekou,
    ...(row.offer_id === '' ? {} : { offerId: row.offer_id }),
    adjustment: row.adjustment === 1,
    rows: BigInt(row.rows),
    amount: formatDecimal(row.total, 12),
  };
}
