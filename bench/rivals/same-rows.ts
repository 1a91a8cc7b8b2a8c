import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { instantOf, toRfc3339 } from '@usance/period/instant';
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/client.ts';
import type { Db } from '../../apps/server/src/platform/postgres/database.ts';
import { month } from '../synthetic-usage.ts';

/** Writes the usage of a contract to a file of tab-separated values. */
export async function exportUsage(ch: ClickHouse, contractId: string, file: string): Promise<void> {
  const sql = `SELECT usage_id, datacloud_id, datacloud_name, object_id, object_name, resource_kind, sku_no, quantity,
    formatDateTime(start_at, '%Y-%m-%d %H:%i:%S') AS start_at FROM usage_record WHERE contract_id = {contractId:String}`;
  await pipeline(await ch.stream(sql, { contractId }, 'TabSeparated'), createWriteStream(file));
}

/** SQL, understood by both rivals, that makes the tables. `decimal` is their type of quantities, prices and rates. */
export function schemaSql(types: { quantity: string; price: string; rate: string; amount: string }): string[] {
  const used = `usage_id varchar, datacloud_id varchar, datacloud_name varchar, object_id varchar, object_name varchar,
    resource_kind varchar, sku_no int, quantity ${types.quantity}, start_at timestamp`;
  const sold =
    'product varchar, type varchar, sub_type varchar, billing_item varchar, cloud varchar, region varchar, edition varchar';
  return [
    `create table used (${used})`,
    `create table sku (sku_no int, ${sold})`,
    `create table price (sku_no int, from_at timestamp, to_at timestamp, unit_price ${types.price}, rate ${types.rate})`,
    `create table rated (${used}, ${sold}, unit_price ${types.price}, rate ${types.rate}, amount ${types.amount})`,
  ];
}

/** SQL of the SKUs and prices that are sold; with `dear`, each price is 100,000,000 higher. */
export async function priceListSql(db: Db, { dear }: { dear: boolean }): Promise<string[]> {
  const skus = await db.selectFrom('sku').selectAll().execute();
  const prices = await db
    .selectFrom('price')
    .innerJoin('sku', 'sku.id', 'price.sku_id')
    .selectAll('price')
    .select('sku_no')
    .execute();
  const texts = (...values: string[]) => values.map((value) => `'${value}'`).join(', ');
  const at = (time: Date | null) =>
    `'${toRfc3339(time ? instantOf(time) : month.end)
      .slice(0, 19)
      .replace('T', ' ')}'`;
  const soldRows = skus.map(
    ({ sku_no, product, type, sub_type, billing_item, cloud_provider, region, edition }) =>
      `(${sku_no}, ${texts(product, type, sub_type, billing_item, cloud_provider, region, edition)})`,
  );
  const priceRows = prices.map(
    ({ sku_no, unit_price, effective_from, effective_to }) =>
      `(${sku_no}, ${at(effective_from)}, ${at(effective_to)}, ${dear ? unit_price.replace('0.', '100000000.') : unit_price}, 0.850001)`,
  );
  return [`insert into sku values ${soldRows.join(', ')}`, `insert into price values ${priceRows.join(', ')}`];
}

/** Rates as our statement does: each usage at the price of its hour, rounded once to 12 places, half up. */
export const rateSql = `insert into rated
  select used.*, product, type, sub_type, billing_item, cloud, region, edition, unit_price, rate, round(quantity * unit_price * rate, 12)
  from used join sku on sku.sku_no = used.sku_no
    join price on price.sku_no = used.sku_no and start_at >= from_at and start_at < to_at`;

/** The reads that are compared, by the name of ours. */
export const readsSql: ReadonlyMap<string, string> = new Map([
  [
    'agg-by product and day',
    'select product, cast(start_at as date) as day, sum(amount) as total from rated group by 1, 2 order by 3 desc',
  ],
  [
    'agg-by-sku',
    'select sku_no, unit_price, rate, min(product), sum(quantity), sum(amount) as total from rated group by 1, 2, 3 order by 6 desc',
  ],
  ['daily-acc', 'select cast(start_at as date) as day, sum(amount) as total from rated group by 1 order by 1'],
]);
