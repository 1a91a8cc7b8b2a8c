import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClickHouse, openClickHouse } from './client.ts';

const log = { info: () => undefined, warn: () => undefined };
const dataDir = mkdtempSync(join(tmpdir(), 'usance-ch-'));
let ch: ClickHouse;

beforeAll(async () => {
  ch = await openClickHouse({ dataDir, log });
  await ch.command('CREATE TABLE item (id UInt64, name String, price Decimal(38, 12)) ENGINE = MergeTree ORDER BY id');
});

afterAll(async () => {
  await ch.close();
  rmSync(dataDir, { recursive: true });
});

describe('reading', () => {
  test.each([
    "it's",
    'back\\slash',
    'line\nbreak',
    'tab\there',
    "'; DROP TABLE item; --",
    '发票 ☃',
    '',
    '\\N',
    '{x:String}',
  ])('a parameter %j arrives as it was sent and never as SQL', async (value) => {
    expect(await ch.query('SELECT {value:String} AS value', { value })).toEqual([{ value }]);
  });

  test('numbers, lists and instants can be parameters', async () => {
    const sql = `SELECT {n:UInt64} AS n, {list:Array(UInt64)} AS list, {names:Array(String)} AS names,
      {at:DateTime('UTC')} AS at, toDecimal128({price:String}, 12) AS price`;
    const params = {
      n: '18446744073709551615',
      list: [1n, 2n],
      names: ["a'b", 'c'],
      at: '2026-01-31 23:00:00',
      price: '0.1',
    };
    expect(await ch.query(sql, params)).toEqual([
      { n: '18446744073709551615', list: ['1', '2'], names: ["a'b", 'c'], at: '2026-01-31T23:00:00Z', price: '0.1' },
    ]);
  });

  test('decimals keep every place and are never numbers', async () => {
    const rows = await ch.query("SELECT toDecimal128('12345678901234567890.123456789012', 12) AS amount");
    expect(rows).toEqual([{ amount: '12345678901234567890.123456789012' }]);
  });

  test('settings of one query do not reach the next', async () => {
    const sql = "SELECT getSetting('max_threads') AS threads";
    const own = await ch.client.query({ query: sql, format: 'JSONEachRow', clickhouse_settings: { max_threads: 1 } });
    expect(await own.json()).toEqual([{ threads: 1 }]);
    expect(await ch.query(sql)).not.toEqual([{ threads: 1 }]);
  });

  test('JSON comes as one document', async () => {
    const result = await ch.client.query({ query: 'SELECT number FROM numbers(200000)', format: 'JSON' });
    expect((await result.json<{ number: string }>()).rows).toBe(200_000);
  });

  test('a large CSV has one header and every line', async () => {
    const csv = await text(
      await ch.stream('SELECT number, {s:String} AS s FROM numbers(300000)', { s: 'x' }, 'CSVWithNames'),
    );
    const lines = csv.trimEnd().split('\n');
    expect(lines[0]).toBe('"number","s"');
    expect(lines.filter((line) => line.startsWith('"number"'))).toHaveLength(1);
    expect(lines).toHaveLength(300_001);
  });

  test('an empty CSV still has its header', async () => {
    expect(await text(await ch.stream('SELECT 1 AS a WHERE 0', {}, 'CSVWithNames'))).toBe('"a"\n');
  });

  test('a result of any size is made only as fast as it is read', async () => {
    const endless = await ch.stream('SELECT number FROM system.numbers', {}, 'JSONEachRow');
    let bytes = 0;
    for await (const chunk of endless) {
      bytes += (chunk as Buffer).length;
      if (bytes > 10_000_000) break;
    }
    expect(await ch.ping()).toBe(true);
  });

  test('a result that fails on the way never looks whole', async () => {
    const half = await ch.stream('SELECT throwIf(number = 3000000) FROM numbers(5000000)', {}, 'CSV');
    await expect(text(half)).rejects.toThrow('aborted');
  });

  test('slow queries do not hold up others', async () => {
    let slowIsDone = false;
    const slow = ch.query('SELECT sleep(1)').then(() => {
      slowIsDone = true;
    });
    await ch.query('SELECT {a:UInt8}', { a: 1 });
    expect(slowIsDone).toBe(false);
    await slow;
  });
});

describe('writing', () => {
  test('rows come back as they were inserted', async () => {
    await ch.insert('item (id, name, price)', [{ id: '1', name: "o'hara\n", price: '0.000000000001' }]);
    expect(await ch.query('SELECT * FROM item WHERE id = 1')).toEqual([
      { id: '1', name: "o'hara\n", price: '0.000000000001' },
    ]);
  });

  test('a streamed insert of a million rows is one block', async () => {
    const line = (id: number) => `{"id":${id},"name":"row","price":"1.5"}\n`;
    const lines = function* () {
      for (let id = 0; id < 1_000_000; id += 1000) yield Array.from({ length: 1000 }, (_, i) => line(id + i)).join('');
    };
    await ch.command('CREATE TABLE big AS item');
    await ch.insert('big', Readable.from(lines()));
    const parts = "SELECT rows FROM system.parts WHERE table = 'big' AND active";
    expect(await ch.query(parts)).toEqual([{ rows: '1000000' }]);
  });

  test('a sender that breaks off leaves no row behind', async () => {
    await ch.command('CREATE TABLE broken AS item');
    const body = Readable.from(
      (function* () {
        yield '{"id":1,"name":"","price":"1"}\n';
        throw new Error('the sender broke off');
      })(),
    );
    await expect(ch.insert('broken', body)).rejects.toThrow('the sender broke off');
    expect(await ch.query('SELECT count() AS n FROM broken')).toEqual([{ n: '0' }]);
  });

  test('a row that does not parse stores none of its statement', async () => {
    await ch.command('CREATE TABLE strict AS item');
    const rows = [
      { id: 1, name: '', price: '1' },
      { id: 2, name: '', price: 'dear' },
    ];
    await expect(ch.insert('strict', rows)).rejects.toThrow('price');
    expect(await ch.query('SELECT count() AS n FROM strict')).toEqual([{ n: '0' }]);
  });

  test('an insert says how many rows it wrote', async () => {
    const values = [
      { id: 7, name: '', price: '1' },
      { id: 8, name: '', price: '1' },
    ];
    const result = await ch.client.insert({ table: 'item', values, format: 'JSONEachRow' });
    expect(result.summary?.written_rows).toBe('2');
  });
});

describe('refusing', () => {
  test.each([
    ['SELECT * FROM nowhere', '60'],
    ['SELECT * FRM item', '62'],
    ["SELECT toDecimal128('1', 12) * throwIf(1)", '395'],
    ['SELECT {missing:String}', '456'],
  ])('%s is refused with the code of the engine', async (sql, code) => {
    await expect(ch.query(sql)).rejects.toMatchObject({ code });
  });

  test('a stream that fails before its first row is refused at once', async () => {
    await expect(ch.stream('SELECT * FROM nowhere', {}, 'CSV')).rejects.toMatchObject({ code: '60' });
  });

  test('a wrong password reads and writes nothing', async () => {
    const { port } = new URL((ch.client as unknown as { connectionParams: { url: URL } }).connectionParams.url);
    for (const password of ['', 'wrong']) {
      const log = { level: ClickHouseLogLevel.OFF };
      const stranger = createClient({ url: `http://127.0.0.1:${port}`, password, log });
      await expect(stranger.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516' });
      await expect(stranger.command({ query: 'DROP TABLE usance.item' })).rejects.toMatchObject({ code: '516' });
      await stranger.close();
    }
    expect((await fetch(`http://127.0.0.1:${port}/?query=SELECT%201`)).status).toBe(403);
  });
});
