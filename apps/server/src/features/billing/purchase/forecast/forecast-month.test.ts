import { purchases } from '@usance/api/billing/purchase';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type RatedRow, rowsRated } from '../rated-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-11-16T06:30:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const hours = (from: string, count: number, more: Partial<RatedRow> = {}): RatedRow[] =>
  Array.from({ length: count }, (_, index) => ({
    bill_at: `${new Date(Date.parse(from) + index * 3_600_000).toISOString().slice(0, 19)}Z`,
    amount: '0.25',
    ...more,
  }));
/** Usage at 6.00 a day since the first of October, up to an hour of November 16. */
const steady = (untilHour: number) => hours('2026-10-01T00:00:00Z', 46 * 24 + untilHour);

describe(purchases.forecast.id, () => {
  it('expects steady usage to go on to the end of the month, and not beyond', async () => {
    const { id } = await contract(app);
    await rowsRated(app, id, 'UTC', steady(6));
    const found = await internalCaller(app).call(purchases.forecast, { params: { id }, query: {} });
    // 15 × 6.00 + 6 × 0.25; 30 × 6.00.
    expect(found).toMatchObject({
      month: '2026-11',
      amount: '91.50000000',
      amountFormatted: '$91.50',
      through: '2026-11-16T06:00:00Z',
      historyDays: 46,
      runRate: { amountFormatted: '$180.00' },
      atEnd: { expectedFormatted: '$180.00', lowFormatted: '$180.00', highFormatted: '$180.00' },
    });
    expect(found.days.map(({ day }) => day)).toEqual(Array.from({ length: 15 }, (_, index) => `2026-11-${16 + index}`));
    expect(found.days[0]).toMatchObject({ expectedFormatted: '$96.00' });
  });

  it('waits two days for a late meter, and then takes its silence for no usage', async () => {
    const late = await contract(app);
    await rowsRated(app, late.id, 'UTC', steady(0).slice(0, -24));
    const found = await internalCaller(app).call(purchases.forecast, { params: { id: late.id }, query: {} });
    expect(found).toMatchObject({ through: '2026-11-15T00:00:00Z', atEnd: { expectedFormatted: '$180.00' } });
    const gone = await contract(app);
    await rowsRated(app, gone.id, 'UTC', steady(0).slice(0, -14 * 24));
    const stopped = await internalCaller(app).call(purchases.forecast, { params: { id: gone.id }, query: {} });
    expect(stopped).toMatchObject({
      through: '2026-11-14T06:30:00Z',
      amountFormatted: '$6.00',
      atEnd: { lowFormatted: '$6.00', expectedFormatted: '$6.00' },
    });
  });

  it('is of the usage that the conditions choose', async () => {
    const { id } = await contract(app);
    const storage = hours('2026-10-01T00:00:00Z', 46 * 24 + 6, { sku_no: 2, product: 'Storage', amount: '1' });
    await rowsRated(app, id, 'UTC', [...steady(6), ...storage]);
    const found = await internalCaller(app).call(purchases.forecast, {
      params: { id },
      query: { product: ['Compute'] },
    });
    expect(found.atEnd).toMatchObject({ expectedFormatted: '$180.00' });
  });

  it('has only the run rate with fewer than ten whole days, and nothing without usage', async () => {
    const { id } = await contract(app);
    await rowsRated(app, id, 'UTC', hours('2026-11-07T00:00:00Z', 9 * 24 + 6));
    const few = await internalCaller(app).call(purchases.forecast, { params: { id }, query: {} });
    expect(few).toMatchObject({ historyDays: 9, days: [] });
    // 24 days at 6.00.
    expect([few.atEnd, few.runRate?.amountFormatted]).toEqual([undefined, '$144.00']);
    const none = await internalCaller(app).call(purchases.forecast, {
      params: { id: (await contract(app)).id },
      query: {},
    });
    expect(none).toMatchObject({ historyDays: 0, amountFormatted: '$0.00', days: [] });
  });

  it('measures the pace from the beginning of a contract within the month', async () => {
    const { id } = await contract(app, { signDate: '2026-11-10T12:00:00Z' });
    await rowsRated(app, id, 'UTC', hours('2026-11-10T12:00:00Z', 5 * 24 + 18));
    const found = await internalCaller(app).call(purchases.forecast, { params: { id }, query: {} });
    // 20.5 days at 6.00.
    expect(found.runRate).toMatchObject({ amountFormatted: '$123.00' });
  });

  it('expects no more of a contract that has ended, also with little usage', async () => {
    const [{ id }, little] = [await contract(app), await contract(app)];
    await rowsRated(app, id, 'UTC', steady(6));
    await rowsRated(app, little.id, 'UTC', hours('2026-11-12T00:00:00Z', 4 * 24 + 6));
    for (const contractId of [id, little.id])
      await internalCaller(app).call(contractLifecycles.create, { body: { contractId, state: 'End', reason: 'Over' } });
    const forecastOf = (of: string) => internalCaller(app).call(purchases.forecast, { params: { id: of }, query: {} });
    const found = await forecastOf(id);
    // Usage of the last half hour may still come: 6.5 × 0.25 on this day.
    expect(found).toMatchObject({ amountFormatted: '$91.50', runRate: { amountFormatted: '$91.63' } });
    expect(found.days.map(({ expected }) => expected)).toEqual(Array(15).fill('91.625000000000'));
    expect((await forecastOf(little.id)).runRate).toMatchObject({ amountFormatted: '$25.63' });
  });

  it('expects usage up to the planned end of a contract', async () => {
    const { id } = await contract(app);
    await rowsRated(app, id, 'UTC', steady(6));
    await internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: id, state: 'End', reason: 'Over', effectiveAt: '2026-11-20T12:00:00Z' },
    });
    const found = await internalCaller(app).call(purchases.forecast, { params: { id }, query: {} });
    // 19.5 days at 6.00.
    expect(found).toMatchObject({
      runRate: { amountFormatted: '$117.00' },
      atEnd: { lowFormatted: '$117.00', expectedFormatted: '$117.00', highFormatted: '$117.00' },
    });
  });

  it('is for those who read the bills of the contract', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(purchases.forecast, { params: { id }, query: {} })).toMatchObject({ code: 403 });
    const other = await member(app, (await contract(app)).id, 'billing_admin');
    expect(await other.refusal(purchases.forecast, { params: { id }, query: {} })).toMatchObject({ code: 404 });
  });
});
