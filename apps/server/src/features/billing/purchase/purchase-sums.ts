import { add, compare, formatDecimal, parseDecimal, sum, zero } from '@usance/money/decimal';
import { type BillingMonth, firstDayOf, lastDayOf } from '@usance/period/billing-month';
import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/client.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { liveRuns } from '../../metering/billing-day/live-runs.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { ofRuns, runParams } from './purchase-selection.ts';
import '../statement/record/statement.table.ts';
import './purchase.table.ts';

/** The rated rows of a month that share a SKU, list price, discount and kind; sums are exact, with 12 places. */
export type MonthLine = {
  skuNo: number;
  product: string;
  type: string;
  subType: string;
  billingItem: string;
  cloudProvider: string;
  region: string;
  edition: string;
  consumption: string;
  consumptionUnit: string;
  listPrice: string;
  priceUnit: string;
  zhekou: string;
  adjustment: boolean;
  rows: bigint;
  amount: string;
};

/**
 * What the rated rows of a billing month add up to, in an order that never varies. Throws when the rows no longer add
 * up to what the days were rated at: a statement must not be made of them.
 */
export async function linesOfMonth(
  db: DbOrTx,
  clickhouse: ClickHouse,
  contract: ContractRow,
  month: BillingMonth,
): Promise<MonthLine[]> {
  const runs = await liveRuns(db, contract.id, firstDayOf(month), lastDayOf(month));
  if (runs.length === 0) return [];
  const rows = await clickhouse.query<LineRow>(
    `SELECT ${groupColumns}, sum(purchase.consumption) AS quantity, count() AS rows, sum(purchase.amount) AS total
     FROM purchase WHERE ${ofRuns.join(' AND ')} GROUP BY ${groupColumns} ORDER BY ${groupColumns}`,
    runParams(contract.id, runs),
  );
  const lines = rows.map(lineOf);
  const rated = sum(runs.map((run) => parseDecimal(run.amount)));
  const found = lines.reduce((total, line) => add(total, parseDecimal(line.amount)), zero);
  if (compare(rated, found) !== 0) {
    throw new Error(
      `${contract.id} ${month} was rated at ${formatDecimal(rated)}, its rows sum to ${formatDecimal(found)}`,
    );
  }
  return lines;
}

/** The exact sum, with 12 places, of all rated rows that no signed statement covers; negative after corrections. */
export async function unbilled(
  db: DbOrTx,
  _clickhouse: ClickHouse,
  contract: Pick<ContractRow, 'id'>,
  _now: Date,
): Promise<string> {
  const { amount } = await db
    .selectFrom('rated_day')
    .select(sql<string>`coalesce(sum(amount), 0)::numeric(38,12)`.as('amount'))
    .where('contract_id', '=', contract.id)
    .where(
      sql<boolean>`to_char(day, 'YYYY-MM') not in (select month from statement where contract_id = ${contract.id})`,
    )
    .executeTakeFirstOrThrow();
  return amount;
}

/** The end of the latest usage that is rated; undefined before the first. */
export async function usageThrough(db: DbOrTx, contract: Pick<ContractRow, 'id'>): Promise<Instant | undefined> {
  const { through } = await db
    .selectFrom('rated_day')
    .select((eb) => eb.fn.max('rated_through').as('through'))
    .where('contract_id', '=', contract.id)
    .executeTakeFirstOrThrow();
  return through === null ? undefined : instantOfEpochMs(through.getTime());
}

const groupColumns =
  'sku_no, product, type, sub_type, billing_item, cloud_provider, region, edition, consumption_unit, list_price, ' +
  'price_unit, zhekou, adjustment';

type LineRow = {
  sku_no: number;
  product: string;
  type: string;
  sub_type: string;
  billing_item: string;
  cloud_provider: string;
  region: string;
  edition: string;
  consumption_unit: string;
  list_price: string;
  price_unit: string;
  zhekou: string;
  adjustment: 0 | 1;
  quantity: string;
  rows: string;
  total: string;
};

function lineOf(row: LineRow): MonthLine {
  return {
    skuNo: row.sku_no,
    product: row.product,
    type: row.type,
    subType: row.sub_type,
    billingItem: row.billing_item,
    cloudProvider: row.cloud_provider,
    region: row.region,
    edition: row.edition,
    consumption: row.quantity,
    consumptionUnit: row.consumption_unit,
    listPrice: row.list_price,
    priceUnit: row.price_unit,
    zhekou: row.zhekou,
    adjustment: row.adjustment === 1,
    rows: BigInt(row.rows),
    amount: formatDecimal(parseDecimal(row.total), 12),
  };
}
