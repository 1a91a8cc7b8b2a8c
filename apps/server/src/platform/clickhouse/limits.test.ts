import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { bounded } from './bounded.ts';
import type { Bounds } from './bounds.ts';
import { type ClickHouse, openClickHouse } from './client.ts';
import { ClickHouseUnavailable, OverLimits } from './errors.ts';
import { limitsOf } from './limits.ts';

const soon = { timeout: 20_000, interval: 20 };
const little = 768 * 2 ** 20;
const dataDir = mkdtempSync(join(tmpdir(), 'usance-ch-'));
let ch: ClickHouse;

beforeAll(async () => {
  ch = await openClickHouse({ dataDir, log: silent, memoryBytes: little });
});
afterAll(async () => {
  await ch.close();
  rmSync(dataDir, { recursive: true });
});

const endless = 'SELECT count() FROM system.numbers WHERE sipHash64(number) = 1';
const endlessSort = 'SELECT sipHash64(number) AS n FROM system.numbers ORDER BY n LIMIT 1';
const manyGroups = 'SELECT uniqExact(sipHash64(number)) FROM numbers(100000000)';

/** The number of statements in the engine besides this one. */
async function running(): Promise<number> {
  const [row] = await ch.query<{ n: string }>(
    "SELECT count() AS n FROM system.processes WHERE query NOT LIKE '%system.processes%'",
  );
  return Number(row?.n);
}
const settled = () => vi.waitFor(async () => expect(await running()).toBe(0), soon);
const begun = () => vi.waitFor(async () => expect(await running()).toBe(1), soon);

describe('a statement beyond its limits is refused with 503 and leaves nothing behind', () => {
  test.each([
    ['time', endless, { ...limitsOf.read, seconds: 1 }],
    ['memory', manyGroups, { ...limitsOf.read, memoryMiB: 32 }],
    ['what all have', manyGroups, { ...limitsOf.read, memoryMiB: 8_192 }],
  ])('of %s', async (_what, sql, limits) => {
    const refused = ch.query(sql, {}, {}, { limits });
    await expect(refused).rejects.toThrow(OverLimits);
    await expect(refused).rejects.toMatchObject({ status: 503, reason: 'UNAVAILABLE' });
    await settled();
    expect(await ch.query('SELECT {a:UInt8} AS a', { a: 1 })).toEqual([{ a: 1 }]);
  });

  test('of time, even if its rows leave one by one', async () => {
    const limits = { ...limitsOf.read, streamSeconds: 1 };
    const stream = await ch.stream('SELECT number FROM system.numbers', {}, 'CSV', { limits });
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow();
    await settled();
  });
});

describe('an abandoned statement ends in the engine', () => {
  test.each<[string, (bounds: Partial<Bounds>) => Promise<unknown>]>([
    ['asked for rows', (bounds) => ch.query(endless, {}, {}, bounds)],
    ['asked for rows as a stream', (bounds) => ch.stream(endlessSort, {}, 'JSONEachRow', bounds)],
    ['asked through what bounds all', (bounds) => bounded(ch, bounds).query(endless)],
  ])('%s', async (_how, ask) => {
    const leaving = new AbortController();
    const refused = expect(ask({ gone: leaving.signal })).rejects.toThrow(ClickHouseUnavailable);
    await begun();
    leaving.abort();
    await refused;
    await settled();
  });

  test('while its rows are being sent', async () => {
    const leaving = new AbortController();
    const stream = await ch.stream('SELECT number FROM system.numbers', {}, 'CSV', { gone: leaving.signal });
    stream.on('error', () => undefined);
    await begun();
    leaving.abort();
    await settled();
    expect(stream.destroyed).toBe(true);
  });

  test('and does not begin if its caller has already left', async () => {
    await expect(ch.query('SELECT 1', {}, {}, { gone: AbortSignal.abort() })).rejects.toThrow(ClickHouseUnavailable);
  });
});

test('rows of many times the memory of a statement are sorted, through files', async () => {
  const limits = { ...limitsOf.read, memoryMiB: 48 };
  const sql = "SELECT sipHash64(number) AS n, repeat('x', 1000) AS wide FROM numbers(150000) ORDER BY n";
  const stream = await ch.stream(sql, {}, 'TabSeparated', { limits });
  let [rows, bytes] = [0, 0];
  for await (const chunk of stream) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) rows += 1;
  }
  expect(rows).toBe(150_000);
  expect(bytes).toBeGreaterThan(2 * limits.memoryMiB * 2 ** 20);
});

test('groups of many times the memory of a statement are made, through files', async () => {
  const limits = { ...limitsOf.read, memoryMiB: 96 };
  const sql = `SELECT count() AS groups FROM (
    SELECT hex(MD5(toString(number))) AS id, count() AS times FROM numbers(1500000) GROUP BY id)`;
  await expect(ch.query(sql, {}, { max_bytes_before_external_group_by: '0' }, { limits })).rejects.toThrow(OverLimits);
  expect(await ch.query(sql, {}, {}, { limits })).toEqual([{ groups: '1500000' }]);
});

test('a result that is read slowly is made no further than its reader is', async () => {
  const stream = await ch.stream("SELECT repeat('y', 999) FROM system.numbers", {}, 'TabSeparated');
  let [received, chunks, furthest] = [0, 0, 0];
  for await (const chunk of stream) {
    received += chunk.length;
    chunks += 1;
    if (chunks % 50 !== 1) continue;
    const [query] = await ch.query<{ rows: string }>(
      "SELECT read_rows AS rows FROM system.processes WHERE query LIKE '%repeat(''y''%' AND query NOT LIKE '%system.processes%'",
    );
    furthest = Math.max(furthest, Number(query?.rows) * 1_000 - received);
    if (received > 20_000_000) break;
  }
  // Some blocks in the engine, and the buffers of the connection.
  expect(furthest).toBeGreaterThan(0);
  expect(furthest).toBeLessThan(64_000_000);
});
