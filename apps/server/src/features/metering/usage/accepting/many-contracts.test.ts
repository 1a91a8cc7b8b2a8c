import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  type Metered,
  meteredContract,
  reportUsage,
  sellCoreHours,
  sendUsage,
  stored,
  usageOf,
} from '../metering.fixture.ts';
import { flushUsage } from '../moving/flush-usage.ts';

let app: TestApp;
const contracts: Metered[] = [];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
  for (let count = 0; count < 20; count += 1) contracts.push(await meteredContract(app));
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const byTurns = (length: number) =>
  Array.from({ length }, (_, at) => usageOf(contracts[at % contracts.length] as Metered));

async function batches(of: 'all' | 'waiting'): Promise<number> {
  const rows = app.deps.db.selectFrom('usage_batch').select('batch_no');
  return (await (of === 'all' ? rows : rows.where('moved_at', 'is', null)).execute()).length;
}

it('a report with lines of alternating contracts has about as many batches as contracts', async () => {
  const before = await batches('all');
  const refused = { ...usageOf(contracts[0] as Metered), unit: 'GB' };
  const reply = await sendUsage(app, [...byTurns(4_000), refused, ...byTurns(20)]);
  expect(reply).toMatchObject({ accepted: 4_020, duplicate: 0, refused: 1, refusals: [{ line: 4_001 }] });
  // Each transaction after the first adds one.
  expect((await batches('all')) - before).toBeLessThanOrEqual(contracts.length + 2);
});

it('the first refusals of a report are returned, whatever the order of processing', async () => {
  const unknown = (length: number) => byTurns(length).map((record) => ({ ...record, unit: 'GB' }));
  const { refused, refusals } = await sendUsage(app, unknown(2_400));
  expect(refused).toBe(2_400);
  expect(refusals.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 1));
});

it('the reply to an acknowledged report waits only once, however many batches the usage database still has to store', async () => {
  const passing: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const patience = new AbortController();
    passing.push(patience);
    return patience.signal;
  });
  const insert = app.deps.clickhouse.insert.bind(app.deps.clickhouse);
  let inserted = 0;
  vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (...given) => {
    await insert(...given);
    inserted += 1;
    // Each of them takes some seconds.
    for (const patience of passing) patience.abort();
  });
  const [record] = byTurns(1);
  expect(await reportUsage(app, [record, ...byTurns(999)])).toMatchObject({ accepted: 1_000 });
  expect(inserted).toBe(1);
  expect(await batches('waiting')).toBeGreaterThanOrEqual(19);
  vi.restoreAllMocks();
  await flushUsage(app.deps);
  expect(await batches('waiting')).toBe(0);
  const { rows, ids } = await stored(app, (record as { contractId: string }).contractId);
  expect(rows).toBe(ids);
});

it('small reports of many contracts are moved together, each of their records once', async () => {
  await flushUsage(app.deps);
  const insert = vi.spyOn(app.deps.clickhouse, 'insert');
  const records = byTurns(40);
  for (const record of records) await reportUsage(app, [record]);
  expect(insert).not.toHaveBeenCalled();
  await flushUsage(app.deps);
  expect(insert).toHaveBeenCalledTimes(1);
  const before = await Promise.all(contracts.map(({ contractId }) => stored(app, contractId)));
  for (const { rows, ids } of before) expect(rows).toBe(ids);
  expect(await reportUsage(app, records)).toMatchObject({ accepted: 0, duplicate: 40 });
  expect(await Promise.all(contracts.map(({ contractId }) => stored(app, contractId)))).toEqual(before);
});
