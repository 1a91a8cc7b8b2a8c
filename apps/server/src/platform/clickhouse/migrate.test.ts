import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainTables } from '../config/table-layout.ts';
import { type ClickHouse, openClickHouse } from './client.ts';
import { ClickHouseNewerThanCode } from './errors.ts';
import { migrateClickHouse } from './migrate.ts';

const log = { info: () => undefined, warn: () => undefined };
const shipped = fileURLToPath(new URL('../../../migrations/clickhouse', import.meta.url));
let home: string;
let files: string;
let ch: ClickHouse;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'usance-ch-'));
  files = mkdtempSync(join(tmpdir(), 'usance-migrations-'));
  ch = await openClickHouse({ dataDir: home, log });
});
afterEach(async () => {
  await ch.close();
  rmSync(home, { recursive: true });
  rmSync(files, { recursive: true });
});

const add = (name: string, sql: string) => writeFileSync(join(files, name), sql);

describe('migrations of the usage database', () => {
  test('each runs once, in order, and a second start runs none', async () => {
    add('0002-second.sql', 'INSERT INTO a SELECT 2;\n');
    add(
      '0001-first.sql',
      '-- why: for the test;\nCREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;\nINSERT INTO a SELECT 1;\n',
    );
    expect(await migrateClickHouse(ch, files, plainTables)).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await migrateClickHouse(ch, files, plainTables)).toEqual([]);
    expect(await ch.query('SELECT n FROM a ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('one that fails is not recorded, and runs again at the next start', async () => {
    add('0001-first.sql', 'CREATE TABLE IF NOT EXISTS a (n UInt8) ENGINE = MergeTree ORDER BY n;\nSELECT nonsense;\n');
    await expect(migrateClickHouse(ch, files, plainTables)).rejects.toThrow('nonsense');
    add('0001-first.sql', 'CREATE TABLE IF NOT EXISTS a (n UInt8) ENGINE = MergeTree ORDER BY n;\n');
    expect(await migrateClickHouse(ch, files, plainTables)).toEqual(['0001-first.sql']);
  });

  test('a database newer than the code is refused and left as it is', async () => {
    await migrateClickHouse(ch, files, plainTables);
    await ch.insert('schema_migrations', [{ name: '9999-future.sql' }]);
    add('0001-first.sql', 'CREATE TABLE a (n UInt8) ENGINE = MergeTree ORDER BY n;\n');
    await expect(migrateClickHouse(ch, files, plainTables)).rejects.toThrow(ClickHouseNewerThanCode);
    await expect(migrateClickHouse(ch, files, plainTables)).rejects.toThrow('9999-future.sql');
    expect(await ch.query("SELECT name FROM system.tables WHERE name = 'a'")).toEqual([]);
  });

  test('the shipped ones make the tables of usage and purchases, twice over without harm', async () => {
    await migrateClickHouse(ch, shipped, plainTables);
    expect(await migrateClickHouse(ch, shipped, plainTables)).toEqual([]);
    const tables = await ch.query<{ name: string }>(
      'SELECT name FROM system.tables WHERE database = currentDatabase()',
    );
    expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(['usage_record', 'purchase']));
  });
});
