import { compare } from '@usance/money/decimal';
import type { ClickHouse, QueryParams } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';

/** Columns that depend on the SKU: grouping by its number alone takes a third of the time. */
const wordsOfSku = [
  'cloud_provider',
  'region',
  'edition',
  'product',
  'type',
  'sub_type',
  'billing_item',
  'consumption_unit',
  'price_unit',
];
const keys = [
  'contract_id',
  'run_no',
  'sku_no',
  'unit_price',
  'list_price',
  'zhekou',
  'offer_id',
  'adjustment',
  'datacloud_id',
  'object_id',
];

/** Each column of `rated_rollup` that sums or names, and its SQL over rows of `purchase AS p`. */
const measures: Readonly<Record<string, string>> = {
  bill_at: 'min(p.bill_at)',
  named_at: 'max(p.bill_at)',
  datacloud_name: 'argMax(p.datacloud_name, p.bill_at)',
  object_name: 'argMax(p.object_name, p.bill_at)',
  ...Object.fromEntries(wordsOfSku.map((column) => [column, `any(p.${column})`])),
  rows: 'countIf(p.slice_no = 0)',
  slices: 'count()',
  consumption: 'sum(p.consumption)',
  amount: 'sum(p.amount)',
};

/** Sums the rows of runs into `rated_rollup`. Must be done before the runs are live. */
export async function rollUpRuns(
  ch: ClickHouse,
  { contractIds, runNos }: { contractIds: readonly string[]; runNos: readonly bigint[] },
): Promise<void> {
  const columns = [...keys, 'is_zero', ...Object.keys(measures)];
  const summed = [...keys.map((key) => `p.${key}`), 'p.amount = 0 AS zero', ...Object.values(measures)];
  await ch.command(
    `INSERT INTO rated_rollup (${columns.join(', ')})
     SELECT ${summed.join(', ')} FROM purchase AS p
     WHERE p.contract_id IN {contractIds:Array(String)} AND p.run_no IN {runNos:Array(UInt64)}
     GROUP BY ${keys.map((key) => `p.${key}`).join(', ')}, zero`,
    { contractIds, runNos },
    {},
    { limits: limitsOf.rating },
  );
}

/** The totals of a run by its roll-up. */
export interface RolledUp {
  readonly rows: bigint;
  readonly amount: string;
}

/** The totals of the roll-up of each run. Runs without one are left out. */
export async function rolledUp(
  ch: ClickHouse,
  contractIds: readonly string[],
  runNos: readonly bigint[],
): Promise<ReadonlyMap<bigint, RolledUp>> {
  const rows = await ch.query<{ run_no: string; count: string; total: string }>(
    `SELECT run_no, sum(rows) AS count, sum(amount) AS total FROM rated_rollup
     WHERE contract_id IN {contractIds:Array(String)} AND run_no IN {runNos:Array(UInt64)} GROUP BY run_no`,
    { contractIds, runNos },
  );
  return new Map(
    rows.map(({ run_no, count, total }) => {
      return [BigInt(run_no), { rows: BigInt(count), amount: total }];
    }),
  );
}

/** True if a roll-up has the totals of a run's rows. */
export function isSumOf(sums: RolledUp | undefined, total: Pick<RolledUp, 'rows' | 'amount'>): boolean {
  return sums !== undefined && sums.rows === total.rows && compare(sums.amount, total.amount) === 0;
}

/** Returns the runs, from a number through another, whose roll-up is not the sum of their rows, group by group. */
export async function runsRolledUpWrong(
  ch: ClickHouse,
  through: { readonly from: bigint; readonly through: bigint },
): Promise<ReadonlySet<string>> {
  const inRange = 'run_no >= {from:UInt64} AND run_no <= {through:UInt64}';
  const compared = [...keys, 'is_zero', 'rows', 'slices', 'consumption', 'amount'].map((column) => `g.${column}`);
  const grouped = `SELECT ${keys.map((key) => `p.${key} AS ${key}`).join(', ')}, p.amount = 0 AS is_zero,
      countIf(p.slice_no = 0) AS rows, count() AS slices, sum(p.consumption) AS consumption, sum(p.amount) AS amount
    FROM purchase AS p WHERE ${inRange} GROUP BY ${keys.map((key) => `p.${key}`).join(', ')}, is_zero`;
  const hashOf = (groups: string) =>
    `SELECT g.run_no AS run_no, sum(cityHash64(${compared.join(', ')})) AS hash FROM (${groups}) AS g GROUP BY g.run_no`;
  const params: QueryParams = { ...through };
  const rows = await ch.query<{ run_no: string }>(
    `SELECT run_no FROM (
       ${hashOf(grouped)} UNION ALL ${hashOf(`SELECT * FROM rated_rollup WHERE ${inRange}`)}
     ) GROUP BY run_no HAVING count() != 2 OR min(hash) != max(hash)`,
    params,
  );
  return new Set(rows.map(({ run_no }) => run_no));
}
