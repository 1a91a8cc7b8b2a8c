import type { SkuDimensions } from '@usance/api/sku';
import { compare, formatDecimal, sum } from '@usance/money/decimal';
import { type BillingMonth, firstDayOf, lastDayOf } from '@usance/period/billing-month';
import type { Instant } from '@usance/period/instant';
import type { Deps } from '../../../platform/context/context.ts';
import { type LiveRun, liveRuns } from '../../metering/billing-day/live-runs.ts';
import { dimensionsOf } from '../../metering/sku/sku.ts';
import { ofRuns, runParams } from './selection/purchase-selection.ts';

/** The rated rows of a month that share a SKU, list price, discount and kind; sums are exact, with 12 places. */
export interface MonthLine extends SkuDimensions {
  readonly consumption: string;
  readonly consumptionUnit: string;
  readonly listPrice: string;
  readonly priceUnit: string;
  readonly discount: string;
  /** Usage of an earlier, signed month that came late. */
  readonly adjustment: boolean;
  /** How many usages it sums, each once, into however many slices it was cut. */
  readonly rows: bigint;
  readonly amount: string;
}

/** A line with its SKU, and what it comes to in each window between the cuts of its month, in order; exact, like its amount. */
export interface CutLine extends MonthLine {
  /** What the usage database calls the SKU, however it is shown. */
  readonly skuNo: number;
  readonly parts: readonly string[];
}

/** The engine no longer has what a month was rated at: it has to be rated again. */
export class RatedRowsLost extends Error {}

/**
 * What the rated rows of a billing month add up to, in an order that never varies, with the runs they are of. Throws
 * RatedRowsLost when the rows no longer add up to what the days were rated at: a statement must not be made of them.
 * `cuts`, in order, cut its hours into windows: those before the first cut, those from it to the second, and so on.
 */
export async function linesOfMonth(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contractId: string,
  month: BillingMonth,
  cuts: readonly Instant[] = [],
): Promise<{ lines: CutLine[]; runs: bigint[] }> {
  const runs = await liveRuns(db, contractId, firstDayOf(month), lastDayOf(month));
  if (runs.length === 0) return { lines: [], runs: [] };
  const lines = await linesOfRuns(clickhouse, contractId, { runs, cuts });
  const rated = sum(runs.map(({ amount }) => amount));
  const found = sum(lines.map(({ amount }) => amount));
  if (compare(rated, found) !== 0) {
    throw new RatedRowsLost(
      `${contractId} ${month} was rated at ${formatDecimal(rated)}, its rows sum to ${formatDecimal(found)}`,
    );
  }
  return { lines, runs: runs.map(({ runNo }) => runNo) };
}

/** What the rows of runs add up to, whether they count or not, in an order that never varies. */
export async function linesOfRuns(
  clickhouse: Deps['clickhouse'],
  contractId: string,
  { runs, cuts = [] }: { runs: readonly LiveRun[]; cuts?: readonly Instant[] },
): Promise<CutLine[]> {
  const rows = await clickhouse.query<LineRow>(
    `SELECT ${groupColumns}, sum(purchase.consumption) AS quantity, countIf(slice_no = 0) AS rows,
       sum(purchase.amount) AS total${cuts.length > 0 ? partsSql : ''}
     FROM purchase WHERE ${ofRuns.join(' AND ')} GROUP BY ${groupColumns} ORDER BY ${groupColumns}`,
    { ...runParams(contractId, runs), cuts: cuts.map((cut) => Math.ceil(cut / 1000)) },
  );
  return rows.map(lineOf);
}

const groupColumns =
  'sku_no, product, type, sub_type, billing_item, cloud_provider, region, edition, consumption_unit, list_price, ' +
  'price_unit, zhekou, adjustment';

/** The window of a row is the number of cuts at or before the hour that its usage begins in. */
const partsSql = `, arrayMap(part -> toString(part), sumForEach(arrayMap(
    nth -> if(nth = arrayCount(cut -> toUnixTimestamp(toStartOfHour(start_at, 'UTC')) >= cut, {cuts:Array(Int64)}),
              purchase.amount, toDecimal128(0, 12)),
    range(length({cuts:Array(Int64)}) + 1)))) AS parts`;

type LineRow = Parameters<typeof dimensionsOf>[0] & {
  sku_no: number;
  consumption_unit: string;
  list_price: string;
  price_unit: string;
  zhekou: string;
  adjustment: 0 | 1;
  quantity: string;
  rows: string;
  total: string;
  parts?: string[];
};

function lineOf(row: LineRow): CutLine {
  return {
    ...dimensionsOf(row),
    skuNo: row.sku_no,
    consumption: row.quantity,
    consumptionUnit: row.consumption_unit,
    listPrice: row.list_price,
    priceUnit: row.price_unit,
    discount: row.zhekou,
    adjustment: row.adjustment === 1,
    rows: BigInt(row.rows),
    amount: formatDecimal(row.total, 12),
    parts: (row.parts ?? [row.total]).map((part) => formatDecimal(part, 12)),
  };
}
