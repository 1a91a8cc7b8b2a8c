import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import type { UsageRecordRow } from '../payload/usage-record-row.ts';
import { flushUsage } from './flush-usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** Ten records across a month's end: the engine stores each month's half separately. */
const overTheMonth = (metered: Metered) =>
  Array.from({ length: 10 }, (_, index) =>
    usageOf(metered, index < 5 ? {} : { start: '2026-09-30T23:00:00Z', end: '2026-10-01T00:00:00Z' }),
  );
const whole = { rows: 10, ids: 10, quantity: '10' };

describe('while the usage database fails', () => {
  it('acknowledged usage is kept, and moved once when the database is back', async () => {
    const metered = await meteredContract(app);
    const batch = overTheMonth(metered);
    const insert = vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new Error('Code: 241, out of memory'));
    expect(await sendUsage(app, batch)).toMatchObject({ accepted: 10, refused: 0 });
    expect(await sendUsage(app, batch)).toMatchObject({ accepted: 0, duplicate: 10 });
    await expect(flushUsage(app.deps)).rejects.toThrow('out of memory');
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 0 });

    insert.mockRestore();
    expect(await flushUsage(app.deps)).toBe(2);
    expect(await flushUsage(app.deps)).toBe(0);
    expect(await stored(app, metered.contractId)).toEqual(whole);
  });

  it('a batch whose reply was lost is not stored again', async () => {
    const metered = await meteredContract(app);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (...given) => {
      await insert(...given);
      throw new ClickHouseUnavailable();
    });
    expect(await sendUsage(app, overTheMonth(metered))).toMatchObject({ accepted: 10 });
    vi.restoreAllMocks();
    expect(await flushUsage(app.deps)).toBe(2);
    expect(await stored(app, metered.contractId)).toEqual(whole);
  });

  it('a batch with one of two months stored is completed', async () => {
    const metered = await meteredContract(app);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      const arrived = (rows as UsageRecordRow[]).filter(({ bill_at }) => bill_at < '2026-10-01');
      await insert(table, arrived, options);
      throw new Error('socket hang up');
    });
    await sendUsage(app, overTheMonth(metered));
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 5 });
    vi.restoreAllMocks();
    await flushUsage(app.deps);
    expect(await stored(app, metered.contractId)).toEqual(whole);
  });

  it('a batch that is too old for the engine’s deduplication is completed, too', async () => {
    const metered = await meteredContract(app);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows) => {
      await insert(table, (rows as UsageRecordRow[]).slice(0, 7), { settings: { insert_deduplicate: 0 } });
      throw new Error('socket hang up');
    });
    await sendUsage(app, overTheMonth(metered));
    vi.restoreAllMocks();
    await flushUsage(app.deps);
    expect(await stored(app, metered.contractId)).toEqual(whole);
  });
});

describe('a sender', () => {
  it('waits for its own usage, and not for that of others', async () => {
    const [waiting, metered] = [await meteredContract(app), await meteredContract(app)];
    const insert = vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new Error('not now'));
    await sendUsage(app, overTheMonth(waiting));
    insert.mockRestore();
    expect(await sendUsage(app, overTheMonth(metered))).toMatchObject({ accepted: 10 });
    expect(await stored(app, metered.contractId)).toEqual(whole);
    expect(await stored(app, waiting.contractId)).toMatchObject({ rows: 0 });
    expect(await flushUsage(app.deps)).toBe(2);
    expect(await stored(app, waiting.contractId)).toEqual(whole);
  });
});

describe('concurrent flushes', () => {
  it('store each batch once', async () => {
    const metered = await meteredContract(app);
    const insert = vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new Error('not now'));
    for (let batch = 0; batch < 5; batch += 1) await sendUsage(app, overTheMonth(metered));
    insert.mockRestore();
    await Promise.all([1, 2, 3, 4].map(() => flushUsage(app.deps, metered)));
    expect(await stored(app, metered.contractId)).toEqual({ rows: 50, ids: 50, quantity: '50' });
  });
});
