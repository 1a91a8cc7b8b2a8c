import { purchases } from '@usance/api/purchase';
import { tiers } from '@usance/api/tier';
import { formatDecimal } from '@usance/money/decimal';
import { parseDay } from '@usance/period/day';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { brokenDays } from '../billing-day/carried-amounts.ts';
import { meteredContract, sellCoreHours } from '../usage/metering.fixture.ts';
import { rateStretch } from './rate-stretch.ts';
import { calculated, hoursMetered } from './rated-usage.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T12:00:00Z', clickhouse: true, damaged: 'usage is put past PostgreSQL' });
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

async function tieredContract(): Promise<string> {
  const { contractId: id } = await meteredContract(app);
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
    { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.9' },
  ];
  const body = { effectiveFrom: '2026-09-01T00:00:00Z', tiers: ladder, reason: 'agreed by mail' };
  await internalCaller(app).call(tiers.create, { params: { id }, body });
  return id;
}
async function shown(id: string): Promise<string[]> {
  const query = { start: Date.parse('2026-10-01T00:00:00Z'), orderBy: 'start', ordering: 'asc' } as const;
  const { items } = await internalCaller(app).call(purchases.list, { params: { id }, query });
  return items.map(({ start, sliceNo, consumption, zhekou, amount }) =>
    [start.slice(8, 13), sliceNo, consumption, zhekou, formatDecimal(amount, 8).replace(/\.?0+$/, '')].join(' '),
  );
}

it('a correction goes back through the tiers, and what comes after it goes on from there', async () => {
  const id = await tieredContract();
  await hoursMetered(app, id, [
    { at: '2026-10-01T10:00:00Z', quantity: '60' },
    { at: '2026-10-02T10:00:00Z', quantity: '-30' },
    { at: '2026-10-02T11:00:00Z', quantity: '15' },
  ]);
  const { rows, amount } = await calculated(app, id);
  // 100 at 1, 20 at 0.9; back by 60 to 60: 20 at 0.9, 40 at 1; 30 to 90 at 1.
  expect([rows, amount]).toEqual([3, '90.000000000000']);
  expect(await shown(id)).toEqual([
    '01T10 0 50 1 100',
    '01T10 1 10 0.9 18',
    '02T10 0 -10 0.9 -18',
    '02T10 1 -20 1 -40',
    '02T11 0 15 1 30',
  ]);
});

it('days that are rated beside each other go on from each other all the same', async () => {
  const id = await tieredContract();
  const contract = await getContract(app.deps.db, id);
  const days = ['2026-10-01', '2026-10-04', '2026-10-09'];
  const rate = (day: string) => rateStretch(app.deps, contract, [parseDay(day)]);
  for (const quantity of ['20', '30', '40']) {
    await hoursMetered(
      app,
      id,
      days.map((day) => ({ at: `${day}T10:00:00Z`, quantity })),
    );
    await Promise.all(days.map(rate));
    expect(await brokenDays(app.deps.db)).toEqual([]);
  }
  const together = await shown(id);
  await calculated(app, id);
  expect(await shown(id)).toEqual(together);
});
