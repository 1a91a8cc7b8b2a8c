import { openClickHouse } from './client.ts';

/** Inserts one row after another and reports each; its parent kills it halfway. */
const ch = await openClickHouse({
  dataDir: String(process.argv[2]),
  log: { info: () => undefined, warn: () => undefined },
});
await ch.command('CREATE TABLE kept (id UInt64) ENGINE = MergeTree ORDER BY id');
for (let id = 0; ; id += 1) {
  await ch.insert('kept', [{ id }]);
  process.stdout.write(`${id}\n`);
}
