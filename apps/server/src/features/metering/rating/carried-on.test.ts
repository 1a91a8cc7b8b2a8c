import { purchases } from '@usance/api/billing/purchase';
import { tiers } from '@usance/api/metering/tier';
import { type Decimal, formatDecimal, zero } from '@usance/money/decimal';
import { type BillingMonth, parseBillingMonth } from '@usance/period/billing-month';
import { parseDay } from '@usance/period/day';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Outdated } from '#platform/start-over.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { meteredContract, sellCoreHours } from '../usage/metering.fixture.ts';
import { acknowledgedOf } from './acknowledged/acknowledged.ts';
import { daysToRate } from './days-to-rate.ts';
import { rateDays } from './rate-days.ts';
import { rateStretch } from './rate-stretch.ts';
import { calculated, hoursMetered } from './rated-usage.fixture.ts';
import { replaceRatedDays } from './replace-rated-days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T12:00:00Z', clickhouse: true, damaged: 'usage is put past PostgreSQL' });
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

async function tieredContract(): Promise<string> {
  const { contractId: id } = await meteredContract(app);
  await agree(id, '2026-09-01T00:00:00Z');
  return id;
}
async function agree(id: string, effectiveFrom: string): Promise<void> {
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
    { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.9' },
  ];
  const body = { effectiveFrom, tiers: ladder, reason: 'agreed by mail' };
  await internalCaller(app).call(tiers.create, { params: { id }, body });
}
async function shown(id: string): Promise<string[]> {
  const query = { start: Date.parse('2026-10-01T00:00:00Z'), orderBy: 'start', ordering: 'asc' } as const;
  const { items } = await internalCaller(app).call(purchases.list, { params: { id }, query });
  return items.map(({ start, sliceNo, consumption, zhekou, amount }) =>
    [start.slice(8, 13), sliceNo, consumption, Number(zhekou), formatDecimal(amount, 8).replace(/\.?0+$/, '')].join(
      ' ',
    ),
  );
}

const fromNothing = new Map([[parseBillingMonth('2026-10'), zero]]);
/** Rates 40 more units on a day, and returns a function that makes the result live. */
async function begun(id: string, day: string, carriedIn: ReadonlyMap<BillingMonth, Decimal> = fromNothing) {
  await hoursMetered(app, id, [{ at: `${day}T10:00:00Z`, quantity: '40' }]);
  const days = [parseDay(day)];
  const { throughBatch, ...held } = await acknowledgedOf(app.deps.db, id, days);
  const rated = await rateDays(app.deps, await getContract(app.deps.db, id), { days, throughBatch, carriedIn });
  return () => replaceRatedDays(app.deps, id, { days, rated, carriedIn, ...held });
}

it('a correction goes back through the tiers, and later usage continues from there', async () => {
  const id = await tieredContract();
  await hoursMetered(app, id, [
    { at: '2026-10-01T10:00:00Z', quantity: '60' },
    { at: '2026-10-02T10:00:00Z', quantity: '-30' },
    { at: '2026-10-02T11:00:00Z', quantity: '15' },
  ]);
  const { rows, amount } = await calculated(app, id);
  // 100 at 1, 20 at 0.9; then back by 60: 20 at 0.9 and 40 at 1; then 30 more at 1 make 90.
  expect([rows, amount]).toEqual([3, '90.000000000000']);
  expect(await shown(id)).toEqual([
    '01T10 0 50 1 100',
    '01T10 1 10 0.9 18',
    '02T10 0 -10 0.9 -18',
    '02T10 1 -20 1 -40',
    '02T11 0 15 1 30',
  ]);
});

it('a day whose carried amount is outdated does not go live', async () => {
  const id = await tieredContract();
  const contract = await getContract(app.deps.db, id);
  const [first, ninth] = [await begun(id, '2026-10-01'), await begun(id, '2026-10-09')];
  await first();
  await expect(ninth()).rejects.toThrow(Outdated);
  expect(await shown(id)).toEqual(['01T10 0 40 1 80']);
  await rateStretch(app.deps, contract, [parseDay('2026-10-09')]);
  // 20 more at 1, and 60 at 0.9.
  expect(await shown(id)).toEqual(['01T10 0 40 1 80', '09T10 0 10 1 20', '09T10 1 30 0.9 54']);
});

it('a day without carried amounts does not go live if later days with tiers are live by now', async () => {
  const { contractId: id } = await meteredContract(app);
  const contract = await getContract(app.deps.db, id);
  const days = [parseDay('2026-10-03')];
  expect((await daysToRate(app.deps.db, id, days)).carried).toEqual(new Set());
  await agree(id, '2026-10-09T00:00:00Z');
  const third = await begun(id, '2026-10-03', new Map());
  await hoursMetered(app, id, [{ at: '2026-10-09T10:00:00Z', quantity: '20' }]);
  await rateStretch(app.deps, contract, [parseDay('2026-10-09')]);
  await expect(third()).rejects.toThrow(Outdated);
  await rateStretch(app.deps, contract, days);
  // 80 without tiers, then 20 more at 1 and 20 at 0.9.
  expect(await shown(id)).toEqual(['03T10 0 40 1 80', '09T10 0 10 1 20', '09T10 1 10 0.9 18']);
});

it('nor does a day with a carried amount if an earlier day without one went live meanwhile', async () => {
  const { contractId: id } = await meteredContract(app);
  const contract = await getContract(app.deps.db, id);
  await agree(id, '2026-10-09T00:00:00Z');
  const third = await begun(id, '2026-10-03', new Map());
  const ninth = await begun(id, '2026-10-09');
  await third();
  await expect(ninth()).rejects.toThrow(Outdated);
  await rateStretch(app.deps, contract, [parseDay('2026-10-09')]);
  expect(await shown(id)).toEqual(['03T10 0 40 1 80', '09T10 0 10 1 20', '09T10 1 30 0.9 54']);
});
