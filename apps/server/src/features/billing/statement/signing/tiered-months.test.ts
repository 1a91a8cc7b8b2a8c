import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { formatDecimal } from '@usance/money/decimal';
import { parseDay } from '@usance/period/day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { setDiscount } from '../../../metering/discount/set-discount.ts';
import { daysToRate } from '../../../metering/rating/days-to-rate.ts';
import { rateDue } from '../../../metering/rating/rate-due.ts';
import { coreHour } from '../../../metering/sku/sku.fixture.ts';
import {
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../metering/usage/metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T12:34:00Z', clickhouse: true });
  const skuId = await sellCoreHours(app, 'compute.r', '2');
  await priceFrom(app, skuId, '2', '2025-01-01T00:00:00Z', 'CNY');
  const { items } = await internalCaller(app).call(skus.create, {
    body: { items: [coreHour('compute.r', { region: 'eu-west-1' })] },
  });
  await priceFrom(app, items[0]?.id ?? '', '3', '2025-01-01T00:00:00Z', 'CNY');
});
afterAll(() => app.close());

/** The first 100 of a month at 1, up to 250 at 0.9, the rest at 0.8. */
const ladder = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
  { tierLevel: 2, minThreshold: '100', maxThreshold: '250', discountRate: '0.9' },
  { tierLevel: 3, minThreshold: '250', maxThreshold: '-1', discountRate: '0.8' },
];
const agree = (id: string, effectiveFrom: string, more: object = {}) =>
  internalCaller(app).call(tiers.create, {
    params: { id },
    body: { effectiveFrom, tiers: ladder, reason: 'agreed by mail', ...more },
  });

/** A data cloud in a region where a core-hour costs 3, unless it is the standard one. */
async function anotherDatacloud({ contractId, datacloudId }: Metered, region: string): Promise<string> {
  const id = `dc-${contractId.slice(3)}${region.slice(0, 2)}`;
  const first = await app.deps.db
    .selectFrom('datacloud')
    .selectAll()
    .where('id', '=', datacloudId)
    .executeTakeFirstOrThrow();
  const name = `lake_${region.slice(0, 2)}`;
  await app.deps.db
    .insertInto('datacloud')
    .values({ ...first, id, name, region, region_id: `aws-${region}` })
    .execute();
  return id;
}

async function tieredContract(currency: 'USD' | 'CNY' = 'USD'): Promise<Metered> {
  const metered = await meteredContract(app, currency);
  await agree(metered.contractId, '2026-09-01T00:00:00Z');
  return metered;
}

/** A record of one hour; records of the same hour are rated in the order of ids. */
const used = (of: Metered, id: string, start: string, quantity: string) => {
  const end = new Date(Date.parse(start) + 3_600_000).toISOString();
  return usageOf(of, { id: `${of.contractId}-${id}`, start, end, quantity });
};

async function shown({ contractId }: Metered, from = '2026-10-01T00:00:00Z', to = '2026-11-01T00:00:00Z') {
  const query = {
    start: Date.parse(from),
    end: Date.parse(to),
    orderBy: 'start',
    ordering: 'asc',
    pageSize: 500,
  } as const;
  const page = await internalCaller(app).call(purchases.list, { params: { id: contractId }, query });
  expect(page.totalSize).toBe(page.items.length);
  expect(new Set(page.items.map(({ id }) => id)).size).toBe(page.items.length);
  return page.items.map(({ id, sliceNo, consumption, zhekou, amount, tierMode }) =>
    [
      id.replace(/.*-/, ''),
      sliceNo,
      consumption,
      Number(zhekou),
      formatDecimal(amount, 8).replace(/\.?0+$/, ''),
      tierMode ?? '',
    ].join(' '),
  );
}
/** The shown rows after rating everything again from the first day. */
async function shownAnew(of: Metered) {
  const window = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  await internalCaller(app).call(purchases.calculate, { body: { contractId: of.contractId, ...window } });
  return shown(of);
}
const runs = async ({ contractId }: Metered) =>
  new Map(
    (await app.deps.db.selectFrom('rated_day').selectAll().where('contract_id', '=', contractId).execute()).map(
      ({ day, run_no }) => [day, run_no],
    ),
  );

describe('a month in tiers', () => {
  it('moves from one tier to the next within an hour', async () => {
    const acme = await tieredContract();
    await sendUsage(app, [
      used(acme, 'b', '2026-10-03T10:00:00Z', '70'),
      used(acme, 'a', '2026-10-03T10:00:00Z', '40'),
      used(acme, 'c', '2026-10-01T00:00:00Z', '30'),
    ]);
    await rateDue(app.deps);
    // 30 × 2 = 60. 40 × 2 = 80: 40 of it to 100 at 1, 40 at 0.9. 70 × 2 = 140: 110 of it to 250 at 0.9, 30 at 0.8.
    const rows = [
      'c 0 30 1 60 graduated',
      'a 0 20 1 40 graduated',
      'a#1 1 20 0.9 36 graduated',
      'b 0 55 0.9 99 graduated',
      'b#1 1 15 0.8 24 graduated',
    ];
    expect(await shown(acme)).toEqual(rows);
    expect(await shownAnew(acme)).toEqual(rows);
  });

  it('is shifted by late usage from its day on', async () => {
    const acme = await tieredContract();
    await sendUsage(app, [
      used(acme, 'a', '2026-10-01T10:00:00Z', '10'),
      used(acme, 'c', '2026-10-05T10:00:00Z', '40'),
      used(acme, 'd', '2026-10-08T10:00:00Z', '10'),
    ]);
    await rateDue(app.deps);
    // 20, then 80 to 100 at 1, then 20 at 0.9.
    expect(await shown(acme)).toEqual(['a 0 10 1 20 graduated', 'c 0 40 1 80 graduated', 'd 0 10 0.9 18 graduated']);
    const before = await runs(acme);
    await sendUsage(app, [used(acme, 'b', '2026-10-03T10:00:00Z', '75')]);
    await rateDue(app.deps);
    // 20, then 150: 80 to 100 at 1, 70 at 0.9. Then 80 from 170 to 250 at 0.9. Then 20 at 0.8.
    const rows = [
      'a 0 10 1 20 graduated',
      'b 0 40 1 80 graduated',
      'b#1 1 35 0.9 63 graduated',
      'c 0 40 0.9 72 graduated',
      'd 0 10 0.8 16 graduated',
    ];
    expect(await shown(acme)).toEqual(rows);
    const after = await runs(acme);
    expect([...after].filter(([day, run]) => before.get(day) === run).map(([day]) => day)).toEqual(['2026-10-01']);
    expect(await shownAnew(acme)).toEqual(rows);
  });

  it('begins at the start of the month in the contract’s zone', async () => {
    const acme = await tieredContract('CNY');
    await sendUsage(app, [
      used(acme, 'a', '2026-09-30T14:00:00Z', '60'),
      used(acme, 'b', '2026-09-30T15:00:00Z', '10'),
      used(acme, 'c', '2026-09-30T16:00:00Z', '60'),
    ]);
    await rateDue(app.deps);
    // 22:00 and 23:00 of the 30th belong to September, 00:00 of the 1st is the first hour of October.
    expect(await shown(acme, '2026-09-01T00:00:00Z')).toEqual([
      'a 0 50 1 100 graduated',
      'a#1 1 10 0.9 18 graduated',
      'b 0 10 0.9 18 graduated',
      'c 0 50 1 100 graduated',
      'c#1 1 10 0.9 18 graduated',
    ]);
  });

  it('sums all regions and data clouds, between the month’s bounds in the contract’s zone', async () => {
    const acme = await meteredContract(app, 'CNY');
    const second = { ...acme, datacloudId: await anotherDatacloud(acme, 'us-east-1') };
    const abroad = { ...acme, datacloudId: await anotherDatacloud(acme, 'eu-west-1') };
    await agree(acme.contractId, '2026-09-04T16:00:00Z', { effectiveTo: '2026-09-30T16:00:00Z' });
    await sendUsage(app, [
      used(acme, 'a', '2026-09-04T15:00:00Z', '20'),
      used(second, 'c', '2026-09-04T16:00:00Z', '20'),
      used(abroad, 'b', '2026-09-04T16:00:00Z', '20'),
      used(second, 'd', '2026-09-30T15:00:00Z', '60'),
      used(acme, 'e', '2026-09-30T16:00:00Z', '90'),
    ]);
    await rateDue(app.deps);
    // 40 before the tiers. 20 × 3 abroad reach 100 exactly, 40 more are at 0.9. 120: 110 to 250 at 0.9, 10 at 0.8.
    expect((await shown(acme, '2026-09-01T00:00:00Z')).toSorted()).toEqual([
      'a 0 20 1 40 ',
      'b 0 20 1 60 graduated',
      'c 0 20 0.9 36 graduated',
      'd 0 55 0.9 99 graduated',
      'd#1 1 5 0.8 8 graduated',
      'e 0 90 1 180 ',
    ]);
    const signed = await internalCaller(app).call(statements.sign, {
      body: { contractId: acme.contractId, month: '2026-09' },
    });
    expect(signed).toMatchObject({ amount: '243.00000000' });
  });

  it('counts usage from before its tiers began, which replace the discount', async () => {
    const acme = await meteredContract(app);
    const { contractId } = acme;
    await app.deps.db
      .transaction()
      .execute((tx) => setDiscount({ tx }, { contractId, rate: '0.5', from: new Date('2026-09-01T00:00:00Z') }));
    await sendUsage(app, [
      used(acme, 'a', '2026-10-05T10:00:00Z', '80'),
      used(acme, 'b', '2026-10-10T09:00:00Z', '10'),
      used(acme, 'c', '2026-10-10T10:00:00Z', '10'),
      used(acme, 'd', '2026-10-12T10:00:00Z', '10'),
    ]);
    await rateDue(app.deps);
    await agree(contractId, '2026-10-10T09:30:00Z', { effectiveTo: '2026-10-12T00:00:00Z' });
    await rateDue(app.deps);
    // 80 × 2 × 0.5 = 80 and 10 × 2 × 0.5 = 10 make 90: 10 more at 1 and 10 at 0.9, from the first whole hour on.
    const rows = [
      'a 0 80 0.5 80 ',
      'b 0 10 0.5 10 ',
      'c 0 5 1 10 graduated',
      'c#1 1 5 0.9 9 graduated',
      'd 0 10 0.5 10 ',
    ];
    expect(await shown(acme)).toEqual(rows);
    expect(await shownAnew(acme)).toEqual(rows);
  });

  it('is rated as before if tiers are deleted before they begin', async () => {
    const acme = await meteredContract(app);
    await sendUsage(
      app,
      ['2026-10-18', '2026-10-19', '2026-10-20'].map((day) => used(acme, day, `${day}T10:00:00Z`, '60')),
    );
    const made = await agree(acme.contractId, '2026-10-20T13:00:00Z');
    await rateDue(app.deps);
    const query = { ids: [made.id], reason: 'agreed by mail' };
    await internalCaller(app).call(tiers.delete, { params: { id: acme.contractId }, query });
    await sendUsage(app, [used(acme, 'x', '2026-10-18T11:00:00Z', '1'), used(acme, 'y', '2026-10-20T11:00:00Z', '1')]);
    await rateDue(app.deps);
    expect((await shown(acme)).map((row) => row.split(' ')[4])).toEqual(['120', '2', '120', '120', '2']);
  });
});

describe('the rated days', () => {
  const day = parseDay('2026-10-05');
  it('without tiers are the changed ones', async () => {
    const { contractId } = await meteredContract(app);
    expect(await daysToRate(app.deps.db, contractId, [day])).toEqual({ days: [day], carried: new Set() });
  });

  it('with tiers from a later month are the changed ones', async () => {
    const { contractId } = await meteredContract(app);
    await agree(contractId, '2026-11-01T00:00:00Z');
    expect(await daysToRate(app.deps.db, contractId, [day])).toEqual({ days: [day], carried: new Set() });
  });

  it('with tiers are all from the first changed one to the end of its month', async () => {
    const { contractId } = await tieredContract();
    const { days } = await daysToRate(app.deps.db, contractId, [day, parseDay('2026-10-09')]);
    expect([days.length, days[0], days.at(-1)]).toEqual([27, '2026-10-05', '2026-10-31']);
  });
});

describe('a signed month in tiers', () => {
  it('has a line for each multiplier, and its late usage passes through the tiers of the open month', async () => {
    const acme = await tieredContract();
    const { contractId } = acme;
    const caller = internalCaller(app);
    await sendUsage(app, [
      used(acme, 'a', '2026-09-10T10:00:00Z', '70'),
      used(acme, 'b', '2026-09-12T10:00:00Z', '0.000000000001'),
    ]);
    const signed = await caller.call(statements.sign, { body: { contractId, month: '2026-09' } });
    // 100 at 1 and 40 at 0.9, and 0.0000000000018 at 0.9.
    expect(signed).toMatchObject({ amount: '136.00000000' });
    const { statementData } = await caller.call(statements.get, { params: { id: contractId, statementID: signed.id } });
    expect(
      statementData.skuAndAmounts
        .map(({ consumption, zhekou, exactAmount }) => [consumption, String(Number(zhekou)), exactAmount])
        .sort(),
    ).toEqual([
      ['20.000000000001', '0.9', '36.000000000002'],
      ['50', '1', '100.000000000000'],
    ]);

    await sendUsage(app, [
      used(acme, 'd', '2026-10-01T10:00:00Z', '45'),
      used(acme, 'c', '2026-09-20T10:00:00Z', '10'),
    ]);
    await rateDue(app.deps);
    // Billed when it came, after 90 of October: 10 at 1, 10 at 0.9.
    expect((await shown(acme)).toSorted()).toEqual([
      'c 0 5 1 10 graduated',
      'c#1 1 5 0.9 9 graduated',
      'd 0 45 1 90 graduated',
    ]);
  });
});
