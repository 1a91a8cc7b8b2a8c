import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openClickHouse } from '../apps/server/src/platform/clickhouse/client.ts';
import { migrateClickHouse } from '../apps/server/src/platform/clickhouse/migrate.ts';
import { describeHardware } from './hardware.ts';
import { measureRating } from './rating.ts';
import { fillUsage } from './synthetic-usage.ts';

/** `node bench/run.ts [rows] [rounds]`: each hot path against the raw engine, on one machine, in one run. */
const rows = Number(process.argv[2] ?? 10_000_000);
const rounds = Number(process.argv[3] ?? 5);
const migrations = fileURLToPath(new URL('../apps/server/migrations/clickhouse', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'usance-bench-'));
const ch = await openClickHouse({ dataDir, log: { info: () => undefined, warn: console.warn } });
try {
  console.log(`${describeHardware()}; ${rows} rows, median of ${rounds}`);
  await migrateClickHouse(ch, migrations, { enginePrefix: '', cluster: '' });
  await fillUsage(ch, rows);
  const { plainMs, copyRatedMs, rated128Ms, rated256Ms } = await measureRating(ch, rounds);
  report('plain INSERT … SELECT of the usage rows', plainMs, plainMs);
  report('plain INSERT … SELECT of the rated rows', copyRatedMs, plainMs);
  report('rating, 128-bit', rated128Ms, plainMs);
  report('rating, 256-bit', rated256Ms, plainMs);
} finally {
  await ch.close();
  await rm(dataDir, { recursive: true, force: true });
}

function report(name: string, ms: number, plainMs: number): void {
  const speed = `${(rows / ms / 1000).toFixed(2)} M rows/s`;
  console.log(
    `${name.padEnd(42)} ${ms.toFixed(0).padStart(7)} ms  ${speed.padStart(14)}  ${(plainMs / ms).toFixed(2)} × plain`,
  );
}
