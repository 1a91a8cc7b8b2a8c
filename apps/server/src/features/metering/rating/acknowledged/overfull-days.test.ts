import { parseDay, rangeOfDay } from '@usance/period/day';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../usage/metering.fixture.ts';
import { overfullDays } from './overfull-days.ts';

let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'a batch is put there twice' });
  await sellCoreHours(app, 'compute.r', '0.5');
  metered = await meteredContract(app);
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const [batches, atOnce] = [13, 5];
const days = (rows: number) => {
  const range = {
    start: rangeOfDay(parseDay('2026-10-10'), 'UTC').start,
    end: rangeOfDay(parseDay('2026-10-11'), 'UTC').end,
  };
  const window = { contractId: metered.contractId, range, throughBatch: 1_000n };
  return overfullDays(app.deps, window, { zone: 'UTC', rows: BigInt(rows), atOnce });
};

it('batches stored twice are searched for in parts, and found in every part', async () => {
  const records = Array.from({ length: batches }, (_, at) =>
    usageOf(metered, hourOn(at % 2 ? '2026-10-10' : '2026-10-11')),
  );
  for (const record of records) await sendUsage(app, [record]);
  const query = vi.spyOn(app.deps.clickhouse, 'query');
  expect(await days(batches)).toEqual([]);
  const answers = await Promise.all(query.mock.results.map(({ value }) => value as Promise<unknown[]>));
  expect(Math.max(...answers.map(({ length }) => length))).toBe(atOnce);
  for (const [at, day] of [
    [0, '2026-10-11'],
    [5, '2026-10-10'],
    [batches - 1, '2026-10-11'],
  ] as const) {
    const twice = `usage_id = '${records[at]?.id}'`;
    const unchecked = { insert_deduplicate: 0 } as const;
    await app.deps.clickhouse.command(
      `INSERT INTO usage_record SELECT * FROM usage_record WHERE ${twice}`,
      {},
      unchecked,
    );
    expect(await days(batches)).toEqual([day]);
    await app.deps.clickhouse.command(`DELETE FROM usage_record WHERE ${twice}`);
    expect(await days(batches)).toEqual([]);
  }
});
