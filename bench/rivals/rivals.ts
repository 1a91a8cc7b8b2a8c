import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { contract } from '../../apps/server/src/testing/builders.ts';
import { startTestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { sessionOn } from '../hot-paths.ts';
import { purchaseReads } from '../purchase-reads.ts';
import { acknowledgeUsage, rateWholeMonth, sellSyntheticSkus } from '../rated-month.ts';
import { readWhole } from '../reads.ts';
import { fillUsage } from '../synthetic-usage.ts';
import { median, timed } from '../timing.ts';
import { openDuckDb } from './duckdb.ts';
import { exportUsage, priceListSql, rateSql, readsSql, schemaSql } from './same-rows.ts';

type App = Awaited<ReturnType<typeof startTestApp>>;

/** An engine that rates and sums the same rows by SQL alone. */
interface Rival {
  readonly name: string;
  readonly dearTypes: Parameters<typeof schemaSql>[0];
  run(sql: string): Promise<unknown>;
  total(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Measures the rating of a month and its sums, over HTTP and with all checks of the product. DuckDB and PostgreSQL each
 * do the same on the same rows by one SQL statement, and must come to the same amount, to the last place.
 */
export async function benchRivals(rows: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-rivals-'));
  const stopEngines = await startEngines();
  const damaged = 'usage is filled in without claims of its keys';
  const app = await startTestApp({ now: '2026-02-10T12:00:00Z', clickhouse: true, damaged });
  const rivals: Rival[] = [];
  try {
    console.log(`${describeHardware()}; ${rows} rows, median of ${rounds}`);
    const { id } = await contract(app);
    await fillUsage(app.deps.clickhouse, id, rows);
    await acknowledgeUsage(app, id);
    await sellSyntheticSkus(app, id);
    const file = join(folder, 'usage.tsv');
    await exportUsage(app.deps.clickhouse, id, file);
    rivals.push(await duckDb(app, folder, file), await postgres(app, file));

    let amount = '';
    const ours = await timed(async () => {
      ({ amount } = await rateWholeMonth(app, id));
    });
    console.log(`${'rating'.padEnd(42)} ${shown(ours)}`);
    for (const rival of rivals) {
      const ms = await timed(() => rival.run(rateSql));
      const total = await rival.total();
      console.log(
        `  ${rival.name.padEnd(40)} ${shown(ms)}  ${(ms / ours).toFixed(2)} × ours, ${total === amount ? 'equal' : `${total} for ${amount}`}`,
      );
    }

    const { clickhouse } = app.deps;
    // Otherwise our answers would come from memory.
    clickhouse.queryKept = (sql, params, own) => clickhouse.query(sql, params, {}, own);
    const origin = await app.publicListener.listen({ port: 0, host: '127.0.0.1' });
    const headers = { cookie: await sessionOn(app, id) };
    const urls = new Map(purchaseReads(id).map(({ name, url }) => [name, `${origin}${url}`]));
    for (const [name, sql] of readsSql) {
      const own = await medianOf(rounds, () => readWhole(urls.get(name) ?? '', headers));
      console.log(`${name.padEnd(42)} ${shown(own)}`);
      for (const rival of rivals) {
        const ms = await medianOf(rounds, () => rival.run(sql));
        console.log(`  ${rival.name.padEnd(40)} ${shown(ms)}  ${(ms / own).toFixed(2)} × ours`);
      }
    }

    console.log('rating at prices of 100,000,000 with 12 places');
    for (const rival of rivals) console.log(`  ${rival.name.padEnd(40)} ${await atDearPrices(app, rival)}`);
  } finally {
    for (const rival of rivals) await rival.close();
    await app.close();
    await stopEngines();
    rmSync(folder, { recursive: true, force: true });
  }
}

const duckTypes = {
  quantity: 'decimal(14, 12)',
  price: 'decimal(13, 12)',
  rate: 'decimal(7, 6)',
  amount: 'decimal(38, 12)',
};
const postgresTypes = { quantity: 'numeric', price: 'numeric', rate: 'numeric', amount: 'numeric' };

async function duckDb({ deps }: App, folder: string, file: string): Promise<Rival> {
  const duck = await openDuckDb(folder);
  for (const sql of schemaSql(duckTypes)) await duck.run(sql);
  for (const sql of await priceListSql(deps.db, { dear: false })) await duck.run(sql);
  await duck.run(`copy used from '${file}' (delimiter '\t', header false)`);
  return {
    name: 'DuckDB',
    dearTypes: { ...duckTypes, price: 'decimal(21, 12)' },
    run: (sql) => duck.run(sql),
    total: async () => (await duck.rows('select sum(amount) from rated'))[0]?.[0] ?? '',
    close: async () => duck.close(),
  };
}

async function postgres({ deps, ownerScript, postgresUrl }: App, file: string): Promise<Rival> {
  // The product has tables of these names.
  await ownerScript('create schema rival; grant usage, create on schema rival to public');
  const client = new pg.Client({ connectionString: postgresUrl, options: '-c search_path=rival' });
  await client.connect();
  for (const sql of [...schemaSql(postgresTypes), ...(await priceListSql(deps.db, { dear: false }))])
    await client.query(sql);
  await pipeline(createReadStream(file), client.query(copyFrom('copy used from stdin')));
  await client.query('analyze used');
  return {
    name: 'PostgreSQL',
    dearTypes: postgresTypes,
    run: (sql) => client.query(sql),
    total: async () =>
      (await client.query<{ total: string }>('select sum(amount) as total from rated')).rows[0]?.total ?? '',
    close: () => client.end(),
  };
}

/** Rates the same usage again, at prices that need more than 38 digits on the way. */
async function atDearPrices({ deps }: App, rival: Rival): Promise<string> {
  const [, , priceTable = '', ratedTable = ''] = schemaSql(rival.dearTypes);
  const [, prices = ''] = await priceListSql(deps.db, { dear: true });
  try {
    for (const sql of ['drop table price', 'drop table rated', priceTable, ratedTable, prices, rateSql])
      await rival.run(sql);
    return 'exact';
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message.slice(0, 100) : error}`;
  }
}

async function medianOf(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return median(times);
}

const shown = (ms: number) => `${ms.toFixed(ms < 100 ? 1 : 0).padStart(7)} ms`;
