import type pg from 'pg';
import type { ClickHouse, QueryParams } from '#platform/clickhouse/client.ts';

/** The tables that the migrations make in the usage database, except their own record. */
export const usageTables = ['purchase', 'rated_rollup', 'usage_record', 'installation'];

/** One month of one table, limited to the rows that PostgreSQL's snapshot knows. */
export interface UsagePart {
  readonly table: string;
  readonly month: string;
  readonly columns: string[];
  readonly where: string;
  readonly params: QueryParams;
}

/**
 * The parts of the usage database that belong to a snapshot of PostgreSQL: batches and runs up to the snapshot's
 * numbers. A restore deletes batches that the snapshot had not yet moved, and the server drops runs that do not count.
 */
export async function* usageParts(client: pg.ClientBase, clickhouse: ClickHouse): AsyncGenerator<UsagePart> {
  const { rows } = await client.query<{ last_batch: string; last_run: string }>(`
    select (select coalesce(max(batch_no), 0)::text from usage_batch) as last_batch,
      (select coalesce(max(run_no), 0)::text from rated_day) as last_run`);
  const { last_batch = '0', last_run = '0' } = rows[0] ?? {};
  yield* partsOfDays(clickhouse, 'usage_record', 'batch_no <= {last:UInt64}', { last: BigInt(last_batch) });
  for (const table of ['purchase', 'rated_rollup'])
    yield* partsOfDays(clickhouse, table, 'run_no <= {last:UInt64}', { last: BigInt(last_run) });
}

async function* partsOfDays(
  clickhouse: ClickHouse,
  table: string,
  where: string,
  params: QueryParams,
): AsyncGenerator<UsagePart> {
  const columns = await columnsIn(clickhouse, table);
  const months = await clickhouse.query<{ month: string }>(
    `SELECT DISTINCT toString(toYYYYMM(bill_at)) AS month FROM ${table} WHERE ${where} ORDER BY month`,
    params,
  );
  for (const { month } of months) {
    yield {
      table,
      month,
      columns,
      where: `${where} AND toYYYYMM(bill_at) = {month:UInt32}`,
      params: { ...params, month: Number(month) },
    };
  }
}

/** The columns of a table of the usage database, in order. */
export async function columnsIn(clickhouse: ClickHouse, table: string): Promise<string[]> {
  const columns = await clickhouse.query<{ name: string }>(
    'SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
    { table },
  );
  return columns.map(({ name }) => name);
}

/** Tables and views in the usage database that are not Usance's. */
export async function usageTablesOfOthers(clickhouse: ClickHouse): Promise<string[]> {
  const others = await clickhouse.query<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase() AND name NOT IN {ours:Array(String)} ORDER BY name',
    { ours: [...usageTables, 'schema_migrations'] },
  );
  return others.map(({ name }) => name);
}
