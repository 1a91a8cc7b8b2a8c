import { availableBalances } from '@usance/api/billing/available-balance';
import { purchases } from '@usance/api/billing/purchase';
import { pathOf } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { calculatePurchases } from './calculate-purchases.ts';
import { givenPrices, pricesAsGiven } from './given-prices.fixture.ts';
import { calculated, type HourOfUsage, hoursMetered, shownOf, unbilled, wholeOctober } from './rated-usage.fixture.ts';

vi.mock('../price/book/price-book.ts', () => import('./given-prices.fixture.ts'));

let app: TestApp;
let acme: Contract;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is put past PostgreSQL' });
});
afterAll(() => app.close());
beforeEach(async () => {
  pricesAsGiven();
  acme = await contract(app);
});

const meter = (rows: readonly HourOfUsage[], id = acme.id) => hoursMetered(app, id, rows);
const shown = (id = acme.id) => shownOf(app, id);
const calculate = () => calculated(app, acme.id);
const usageThrough = async () =>
  (await internalCaller(app).call(availableBalances.get, { params: { id: acme.id } })).usageThrough;

describe(purchases.calculate.id, () => {
  it('rates the usage of every billing day in the window and returns the amount', async () => {
    await meter([
      { at: '2026-10-01T00:00:00Z', quantity: '3' },
      { at: '2026-10-02T23:00:00Z', quantity: '0.000000000001' },
    ]);
    await meter([{ at: '2026-10-03T00:00:00Z' }]);
    const body = { contractId: acme.id, start: '2026-10-01T13:00:00Z', end: '2026-10-02T00:00:00.001Z' };
    expect(await internalCaller(app).call(purchases.calculate, { body })).toEqual({
      contractId: acme.id,
      start: '2026-10-01T00:00:00Z',
      end: '2026-10-03T00:00:00Z',
      days: 2,
      rows: 2,
      amount: '0.999999999999',
    });
    expect(await shown()).toEqual([2, '0.999999999999']);
  });

  it('cuts days in the billing zone', async () => {
    const china = await contract(app, { currency: 'CNY' });
    await meter([{ at: '2026-10-01T15:00:00Z' }, { at: '2026-10-01T16:00:00Z' }], china.id);
    const body = { contractId: china.id, start: '2026-10-01T00:00:00+08:00', end: '2026-10-02T00:00:00+08:00' };
    expect(await internalCaller(app).call(purchases.calculate, { body })).toMatchObject({
      start: '2026-09-30T16:00:00Z',
      end: '2026-10-01T16:00:00Z',
      days: 1,
      rows: 1,
    });
  });

  it('replaces its earlier result, however often it runs', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }, { at: '2026-10-05T00:00:00Z' }]);
    const first = await calculate();
    expect(await calculate()).toEqual(first);
    givenPrices.perUnit = '2';
    await meter([{ at: '2026-10-05T01:00:00Z' }]);
    expect(await calculate()).toMatchObject({ rows: 3, amount: '6.000000000000' });
    expect(await shown()).toEqual([3, '6.000000000000']);
  });

  it('gives one result when it runs twice at once', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }, { at: '2026-10-05T00:00:00Z' }]);
    const results = await Promise.all([calculate(), calculate(), calculate()]);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await shown()).toEqual([2, results[0]?.amount]);
  });

  it('answers 0 for a window without usage', async () => {
    expect(await calculate()).toMatchObject({ days: 31, rows: 0, amount: '0.000000000000' });
  });

  it('refuses usage without a price, names it, and keeps the earlier result', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    await calculate();
    await meter([{ at: '2026-10-02T00:00:00Z', skuNo: 77 }]);
    const refusal = await internalCaller(app).refusal(purchases.calculate, {
      body: { contractId: acme.id, ...wholeOctober },
    });
    expect(refusal).toMatchObject({ code: 409, reason: 'USAGE_UNPRICED', metadata: { skus: '77' } });
    expect(refusal.message).toContain('SKU 77: 1 rows from 2026-10-02T00:00:00Z');
    expect(await shown()).toEqual([1, '0.333333333333']);
  });

  it('refuses a window that touches a signed month', async () => {
    await meter([{ at: '2026-09-30T00:00:00Z' }]);
    await monthSigned(app, acme.id, '2026-09');
    const body = { contractId: acme.id, start: '2026-09-30T23:00:00Z', end: '2026-10-02T00:00:00Z' };
    expect(await internalCaller(app).refusal(purchases.calculate, { body })).toMatchObject({
      code: 409,
      reason: 'MONTH_SIGNED',
      metadata: { months: '2026-09' },
    });
    expect(await shown()).toEqual([0, '0.000000000000']);
  });

  it('refuses a month that is signed while it runs', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    givenPrices.whileRating = () => monthSigned(app, acme.id, '2026-10');
    const refusal = await internalCaller(app).refusal(purchases.calculate, {
      body: { contractId: acme.id, ...wholeOctober },
    });
    expect(refusal).toMatchObject({ code: 409, reason: 'MONTH_SIGNED' });
    expect(await shown()).toEqual([0, '0.000000000000']);
  });

  it.each([
    [{ contractId: 'ct-aaaaaaaaaaaaaaaa' }, 404, undefined],
    [{ contractId: 'acme' }, 400, 'contractId'],
    [{ start: wholeOctober.end, end: wholeOctober.start }, 400, 'end'],
    [{ end: wholeOctober.start }, 400, 'end'],
    [{ end: '2028-01-01T00:00:00Z' }, 400, 'end'],
    [{ start: '2026-10-01' }, 400, 'start'],
    [{ start: '2026-10-01T00:00:00.0001Z' }, 400, 'start'],
    [{ start: true }, 400, 'start'],
    [{ runNo: 1 }, 400, 'runNo'],
  ])('refuses %j', async (given, code, field) => {
    const body = { contractId: acme.id, ...wholeOctober, ...given };
    const refusal = await internalCaller(app).refusal(purchases.calculate, { body });
    expect([refusal.code, refusal.metadata['field']]).toEqual([code, field]);
  });

  it("is out of a customer's reach", async () => {
    const admin = await member(app, acme.id, 'admin');
    const reply = await admin.raw({
      method: 'POST',
      url: pathOf(purchases.calculate, 'customer'),
      payload: { contractId: acme.id, ...wholeOctober },
    });
    expect(reply.statusCode).toBe(404);
  });
});

describe('the sums that balances are computed from', () => {
  it('are exact, and end where usage does', async () => {
    await meter([
      { at: '2026-10-01T00:00:00Z', quantity: '1' },
      { at: '2026-10-01T01:00:00Z', quantity: '2' },
      { at: '2026-09-30T23:00:00Z', billAt: '2026-10-04T00:00:00Z', quantity: '5' },
    ]);
    await calculate();
    expect(await unbilled(app, acme.id)).toBe('2.666666666664');
    expect(await usageThrough()).toBe('2026-10-01T02:00:00Z');
  });

  it('leave signed months out of the unbilled amount', async () => {
    await meter([{ at: '2026-09-30T00:00:00Z' }, { at: '2026-10-01T00:00:00Z', quantity: '2' }]);
    const ctx = { ...app.deps, contract: await getContract(app.deps.db, acme.id) };
    await calculatePurchases(ctx, { body: { start: '2026-09-01T00:00:00Z', end: wholeOctober.end } });
    expect(await unbilled(app, acme.id)).toBe('0.999999999999');
    await monthSigned(app, acme.id, '2026-09');
    expect(await unbilled(app, acme.id)).toBe('0.666666666666');
  });

  it('are 0 for a contract without usage', async () => {
    expect(await unbilled(app, acme.id)).toBe('0.000000000000');
    expect(await usageThrough()).toBeNull();
  });
});
