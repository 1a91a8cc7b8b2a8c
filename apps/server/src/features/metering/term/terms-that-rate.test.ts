import { purchases } from '@usance/api/billing/purchase';
import type { CallBody } from '@usance/api/call';
import { discounts } from '@usance/api/metering/discount';
import { prices } from '@usance/api/metering/price';
import { purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import { formatDecimal } from '@usance/money/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { rateDue } from '../rating/rate-due.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, usageOf } from '../usage/metering.fixture.ts';
import { verifyTerms } from './verify-terms.ts';

let app: TestApp;
let skuId: string;
let other: string;
let acme: Metered;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'a month is signed without its digest',
  });
  skuId = await sellCoreHours(app, 'compute.r', '2');
  other = await sellCoreHours(app, 'compute.m', '1');
});
afterAll(async () => {
  expect(await verifyTerms(app.deps.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  acme = await meteredContract(app);
});

const params = () => ({ id: acme.contractId });
const reason = 'A large customer';
const discount = (zhekou: string, start: string, end: string | null = null) =>
  internalCaller(app).call(discounts.create, { params: params(), body: { zhekou, start, end, reason } });
const refused = (body: object) =>
  internalCaller(app).refusal(discounts.create, { params: params(), body: { reason, ...body } as never });
const entry = (more: Partial<CallBody<typeof purchaseBlacklists.create>> = {}) => ({ skuId, reason, ...more });
const free = (more: Partial<CallBody<typeof purchaseBlacklists.create>>) =>
  internalCaller(app).call(purchaseBlacklists.create, { params: params(), body: entry(more) });
/** Sends an hour of usage for each of the given hours on the 10th. */
const used = (...hours: number[]) =>
  sendUsage(
    app,
    hours.map((hour) => {
      const at = (which: number) => `2026-10-10T${String(which).padStart(2, '0')}:00:00Z`;
      return usageOf(acme, { start: at(hour), end: at(hour + 1) });
    }),
  );
async function shown() {
  const query = {
    start: Date.parse('2026-10-01T00:00:00Z'),
    orderBy: 'start',
    ordering: 'asc',
    includeZeroAmount: true,
  } as const;
  const { items } = await internalCaller(app).call(purchases.list, { params: params(), query });
  return items.map((row) => [Number(row.start.slice(11, 13)), formatDecimal(row.amount, 2), row.chargeable]);
}
const marked = async () => (await dirtyDays(app.deps.db, acme.contractId)).map(({ day }) => day);

describe(discounts.create.id, () => {
  it('reduces list prices by the hour; affected days are rated again, also when it is changed or deleted', async () => {
    await used(8, 9, 10);
    await rateDue(app.deps);
    const made = await discount('0.5', '2026-10-10T08:30:00Z', '2026-10-10T10:00:00Z');
    expect(made).toMatchObject({ zhekou: '0.500000', zhekouFormatted: '50%', end: '2026-10-10T10:00:00.000Z' });
    expect(await marked()).toEqual(['2026-10-10']);
    await rateDue(app.deps);
    expect(await shown()).toEqual([
      [8, '2.00', true],
      [9, '1.00', true],
      [10, '2.00', true],
    ]);
    const body = { id: made.id, zhekou: '0.25', start: '2026-10-10T08:00:00Z', end: null, reason: 'Misread' };
    await internalCaller(app).call(discounts.update, { params: params(), body });
    await rateDue(app.deps);
    expect((await shown()).map(([, amount]) => amount)).toEqual(['0.50', '0.50', '0.50']);
    await internalCaller(app).call(discounts.delete, { params: params(), query: { ids: [made.id], reason } });
    expect(await marked()).toEqual(['2026-10-10']);
    await rateDue(app.deps);
    expect((await shown()).map(([, amount]) => amount)).toEqual(['2.00', '2.00', '2.00']);
  });

  it('interrupts another discount for an hour, which continues afterwards', async () => {
    await used(3, 4, 5, 16);
    const open = await discount('0.5', '2026-10-10T00:00:00Z');
    await discount('0.75', '2026-10-10T15:00:00Z');
    const inside = { zhekou: '0.25', start: '2026-10-10T04:00:00Z', end: '2026-10-10T05:00:00Z' };
    const conflict = { code: 409, reason: 'TERM_CONFLICT', metadata: { field: 'start', id: open.id } };
    expect(await refused(inside)).toMatchObject(conflict);
    const body = { ...inside, temporary: true, reason };
    const made = await internalCaller(app).call(discounts.create, { params: params(), body });
    await rateDue(app.deps);
    expect((await shown()).map(([, amount]) => amount)).toEqual(['1.00', '0.50', '1.00', '1.50']);
    await internalCaller(app).call(discounts.delete, { params: params(), query: { ids: [made.id] } });
    await rateDue(app.deps);
    expect((await shown()).map(([, amount]) => amount)).toEqual(['1.00', '1.00', '1.00', '1.50']);
  });

  it('reduces no price of the contract’s own', async () => {
    const { contractId } = acme;
    const own = { skuId, contractId, currency: 'USD', unitPrice: '3', priceUnit: 'core-hour' } as const;
    const effectiveFrom = '2026-10-10T09:00:00Z';
    await internalCaller(app).call(prices.create, { body: { items: [{ ...own, effectiveFrom }] } });
    await discount('0.5', '2026-10-01T00:00:00Z');
    await used(8, 9);
    await rateDue(app.deps);
    expect(await shown()).toEqual([
      [8, '1.00', true],
      [9, '3.00', true],
    ]);
  });

  it.each([
    [{ zhekou: '0' }, 'zhekou'],
    [{ zhekou: '0.000000' }, 'zhekou'],
    [{ zhekou: '1.000001' }, 'zhekou'],
    [{ zhekou: '85' }, 'zhekou'],
    [{ zhekou: '-0.1' }, 'zhekou'],
    [{ zhekou: '0.1234567' }, 'zhekou'],
    [{ zhekou: 0.85 }, 'zhekou'],
    [{ zhekou: '0.85', start: '2026-10-10T00:00:00Z', end: '2026-10-10T00:00:00Z' }, 'end'],
    [{ zhekou: '0.85', start: '1999-01-01T00:00:00Z' }, 'start'],
    [{ zhekou: '0.85', rate: '1' }, 'rate'],
  ])('refuses %j and names %s', async (body, field) => {
    expect(await refused(body)).toMatchObject({ code: 400, metadata: { field } });
  });

  it('is refused in a signed month and before the contract', async () => {
    await discount('0.5', '2026-09-01T00:00:00Z', '2026-09-20T00:00:00Z');
    const open = await discount('0.9', '2026-09-20T00:00:00Z');
    await monthSigned(app, acme.contractId, '2026-09');
    const signed = (field: string) => ({ code: 409, reason: 'MONTH_SIGNED', metadata: { field } });
    expect(await refused({ zhekou: '0.5', start: '2026-09-30T23:59:59Z' })).toMatchObject(signed('start'));
    const change = (body: object) =>
      internalCaller(app).refusal(discounts.update, { params: params(), body: { id: open.id, reason, ...body } });
    expect(await change({ zhekou: '0.8' })).toMatchObject(signed('zhekou'));
    expect(await change({ end: '2026-09-30T00:00:00Z' })).toMatchObject(signed('end'));
    const query = { ids: [open.id], reason };
    expect(await internalCaller(app).refusal(discounts.delete, { params: params(), query })).toMatchObject(
      signed('ids'),
    );
    await discount('0.7', '2026-10-01T00:00:00Z');
    expect(await refused({ zhekou: '0.5', start: '2020-01-01T00:00:00Z' })).toMatchObject({ code: 409 });
    const { items } = await internalCaller(app).call(discounts.list, { params: params(), query: {} });
    expect(items.map(({ zhekou, end }) => [zhekou, end?.slice(0, 10) ?? null])).toEqual([
      ['0.700000', null],
      ['0.900000', '2026-10-01'],
      ['0.500000', '2026-09-20'],
    ]);
  });

  it('is shown to billing viewers without its reason', async () => {
    await discount('0.92', '2026-10-01T00:00:00Z');
    const reader = await member(app, acme.contractId, 'billing_viewer');
    const { items } = await reader.call(discounts.list, { params: params(), query: {} });
    expect(items).toMatchObject([{ zhekou: '0.920000', zhekouFormatted: '92%' }]);
    expect(items[0]).not.toHaveProperty('reason');
    const viewer = await member(app, acme.contractId, 'viewer');
    expect(await viewer.refusal(discounts.list, { params: params(), query: {} })).toMatchObject({ code: 403 });
  });
});

describe(purchaseBlacklists.create.id, () => {
  it('lists usage with amount 0 while it holds, by the hour, and charges it again afterwards', async () => {
    await used(8, 9, 10);
    await rateDue(app.deps);
    const made = await free({ start: '2026-10-10T08:30:00Z', end: '2026-10-10T09:30:00Z' });
    expect(made).toMatchObject({ skuId, start: '2026-10-10T08:30:00.000Z' });
    expect(await marked()).toEqual(['2026-10-10']);
    await rateDue(app.deps);
    expect(await shown()).toEqual([
      [8, '2.00', true],
      [9, '0.00', false],
      [10, '2.00', true],
    ]);
    const query = { ids: [made.id], reason };
    await internalCaller(app).call(purchaseBlacklists.delete, { params: params(), query });
    await rateDue(app.deps);
    expect((await shown()).map(([, amount]) => amount)).toEqual(['2.00', '2.00', '2.00']);
  });

  it('may hold for several SKUs at once, but only once for each', async () => {
    const start = '2026-10-10T00:00:00Z';
    const made = await free({ start, end: '2026-11-01T00:00:00Z' });
    await free({ skuId: other, start });
    const again = { params: params(), body: entry({ start: '2026-10-20T00:00:00Z' }) };
    const conflict = { code: 409, reason: 'TERM_CONFLICT', metadata: { field: 'start', id: made.id } };
    expect(await internalCaller(app).refusal(purchaseBlacklists.create, again)).toMatchObject(conflict);
    const moved = { params: params(), body: { id: made.id, skuId: other, reason } };
    expect(await internalCaller(app).refusal(purchaseBlacklists.update, moved)).toMatchObject({
      reason: 'TERM_CONFLICT',
    });
    const times = { start: '2026-10-08T00:00:00Z', end: '2026-10-12T00:00:00Z' };
    const temporary = { params: params(), body: entry({ skuId: other, ...times, temporary: true }) };
    expect(await internalCaller(app).call(purchaseBlacklists.create, temporary)).toMatchObject({ skuId: other });
    const query = { at: '2026-10-10T00:00:00Z' };
    const held = await internalCaller(app).call(purchaseBlacklists.list, { params: params(), query });
    expect(new Map(held.items.map((item) => [item.skuId, item.temporary]))).toEqual(
      new Map([
        [skuId, false],
        [other, true],
      ]),
    );
    const { items } = await internalCaller(app).call(purchaseBlacklists.list, { params: params(), query: {} });
    expect(new Set(items.map((item) => item.skuId))).toEqual(new Set([skuId, other]));
  });

  it('refuses an unknown SKU and a signed month', async () => {
    const unknown = { params: params(), body: entry({ skuId: 'sku-aaaaaaaa' }) };
    expect(await internalCaller(app).refusal(purchaseBlacklists.create, unknown)).toMatchObject({
      code: 400,
      metadata: { field: 'skuId' },
    });
    await monthSigned(app, acme.contractId, '2026-09');
    const signed = { params: params(), body: entry({ start: '2026-09-30T23:00:00Z' }) };
    expect(await internalCaller(app).refusal(purchaseBlacklists.create, signed)).toMatchObject({
      code: 409,
      reason: 'MONTH_SIGNED',
      metadata: { field: 'start' },
    });
  });
});
