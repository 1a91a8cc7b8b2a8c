import { rateWindow } from '../apps/server/src/features/metering/rating/engine/rate-window.ts';
import type { ClickHouse } from '../apps/server/src/platform/clickhouse/client.ts';
import { billingDays, syntheticSegments } from './synthetic-usage.ts';
import { median, timed } from './timing.ts';

type RatingFigures = { plainMs: number; copyRatedMs: number; rated128Ms: number; rated256Ms: number };

/**
 * Measures the rating of the whole month, with its roll-up, checks and counts, against two plain INSERT … SELECT statements. One
 * copies the usage rows and one the rated rows, each into a table like its own, with the same number of threads. The
 * statements take turns, and the results are medians. Background merges are stopped, because those of one statement
 * would slow down the next.
 */
export async function measureRating(ch: ClickHouse, contractId: string, rounds: number): Promise<RatingFigures> {
  await ch.command('CREATE TABLE usage_copy AS usage_record');
  await ch.command('CREATE TABLE purchase_copy AS purchase');
  for (const table of tables) await ch.command(`SYSTEM STOP MERGES ${table}`);
  const times = {
    plain: [] as number[],
    copyRated: [] as number[],
    rated128: [] as number[],
    rated256: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(await timed(() => copy(ch, 'usage_copy', 'usage_record')));
    await ch.command('TRUNCATE TABLE usage_copy');
    times.rated256.push(await timed(() => rate(ch, contractId, true)));
    await truncateRated(ch);
    times.rated128.push(await timed(() => rate(ch, contractId, false)));
    times.copyRated.push(await timed(() => copy(ch, 'purchase_copy', 'purchase')));
    await ch.command('TRUNCATE TABLE purchase_copy');
    await truncateRated(ch);
  }
  for (const table of tables) await ch.command(`SYSTEM START MERGES ${table}`);
  await ch.command('DROP TABLE usage_copy');
  await ch.command('DROP TABLE purchase_copy');
  return {
    plainMs: median(times.plain),
    copyRatedMs: median(times.copyRated),
    rated128Ms: median(times.rated128),
    rated256Ms: median(times.rated256),
  };
}

const tables = ['usage_record', 'usage_copy', 'purchase', 'purchase_copy', 'rated_rollup'];

async function truncateRated(ch: ClickHouse): Promise<void> {
  for (const table of ['rated_rollup', 'purchase']) await ch.command(`TRUNCATE TABLE ${table}`);
}

async function copy(ch: ClickHouse, target: string, source: string): Promise<void> {
  // The usage table drops a block that it has seen before, so a copy without this setting would insert nothing.
  const settings = { max_insert_threads: '4', insert_deduplicate: 0 } as const;
  await ch.command(`INSERT INTO ${target} SELECT * FROM ${source}`, {}, settings);
  const rowsOf = async (table: string) => (await ch.query<{ n: string }>(`SELECT count() AS n FROM ${table}`))[0]?.n;
  if ((await rowsOf(target)) !== (await rowsOf(source))) throw new Error(`${target} is no copy of ${source}`);
}

async function rate(ch: ClickHouse, contractId: string, dear: boolean): Promise<void> {
  const { width } = await rateWindow(ch, { contractId, days: billingDays(1n), segments: syntheticSegments(dear) });
  if (width !== (dear ? 256 : 128)) throw new Error(`Rating used ${width} bits, not the intended width`);
}
