import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ingestUsage } from '../ingest-usage.ts';
import { meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { flushUsage } from '../moving/flush-usage.ts';
import { readingThread } from './read-usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());

it('another thread reads usage and takes the larger part of the CPU time', async () => {
  const metered = await meteredContract(app);
  // They are refused by their content alone, so there is nothing but reading to do.
  const lines = Array.from({ length: 20_000 }, () => usageOf(metered, { start: 'yesterday' }));
  const before = { all: process.cpuUsage(), own: process.threadCpuUsage() };
  expect(await sendUsage(app, lines)).toMatchObject({ refused: 20_000 });
  const [all, own] = [process.cpuUsage(before.all), process.threadCpuUsage(before.own)];
  expect(own.user).toBeLessThan(all.user / 2);
});

it('lines are counted through a body of many pieces', async () => {
  const metered = await meteredContract(app);
  const lines: unknown[] = Array.from({ length: 2_000 }, () => usageOf(metered));
  lines[700] = 'broken';
  lines[1_000] = '';
  lines[1_900] = usageOf(metered, { unit: 'GB' });
  expect(await sendUsage(app, lines)).toMatchObject({
    accepted: 1_997,
    refused: 2,
    refusals: [{ line: 701 }, { line: 1_901 }],
  });
});

it('the lines of one transaction block the event loop only briefly', async () => {
  const metered = await meteredContract(app);
  await sendUsage(
    app,
    Array.from({ length: 8_000 }, () => usageOf(metered)),
  );
  const batches = app.deps.db.selectFrom('usage_batch').where('contract_id', '=', metered.contractId);
  const rows = (await batches.select('rows').execute()).map((batch) => batch.rows);
  expect(rows.reduce((sum, each) => sum + each, 0)).toBe(8_000);
  expect(Math.max(...rows)).toBeLessThanOrEqual(5_000);
});

describe('if the thread ends while a body is read', () => {
  it('the sender gets 503, accepted records are complete, and each record counts once when it is sent again', async () => {
    const metered = await meteredContract(app);
    const records = Array.from({ length: 3_000 }, () => usageOf(metered));
    const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    async function* body() {
      for (let at = 0; at < bytes.length; at += 65_536) {
        // By now the previous piece is being read.
        if (at > bytes.length / 2) void readingThread.end();
        yield bytes.subarray(at, at + 65_536);
      }
    }
    await expect(ingestUsage(app.deps, { body: body() })).rejects.toMatchObject({ status: 503 });
    const { duplicate, accepted } = await sendUsage(app, records);
    expect(accepted + duplicate).toBe(3_000);
    expect(accepted).toBeGreaterThan(0);
    // Batches acknowledged before the end wait for the flush job.
    await flushUsage(app.deps);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 3_000, ids: 3_000, quantity: '3000' });
  });
});
