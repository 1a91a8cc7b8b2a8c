import { purchases } from '@usance/api/billing/purchase';
import { prices } from '@usance/api/metering/price';
import { formatDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { setDiscount } from '../discount/set-discount.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../usage/metering.fixture.ts';
import { rateDue } from './rate-due.ts';

let app: TestApp;
let acme: Metered;
let other: Metered;
let items = 0;
let billingItem: string;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'a month is signed without its rows',
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  items += 1;
  billingItem = `compute.${items}`;
  skuId = await sellCoreHours(app, billingItem, '0.5');
  [acme, other] = [await meteredContract(app), await meteredContract(app)];
  for (const each of [acme, other]) {
    await sendUsage(
      app,
      ['2026-09-30', '2026-10-09', '2026-10-10', '2026-10-11'].map((day) => oneHourOf(each, day)),
    );
  }
  expect(await rateDue(app.deps)).toMatchObject({ failed: 0 });
});

const oneHourOf = (metered: Metered, day: string) => usageOf(metered, { billingItem, ...hourOn(day) });
const marked = async ({ contractId }: Metered) => (await dirtyDays(app.deps.db, contractId)).map(({ day }) => day);

async function shown({ contractId }: Metered): Promise<string> {
  const query = { start: Date.parse('2026-09-01T00:00:00Z'), pageSize: 99 };
  const page = await internalCaller(app).call(purchases.list, { params: { id: contractId }, query });
  return formatDecimal(sum(page.items.map(({ amount }) => amount)));
}

describe('a change of prices', () => {
  it('marks the days of every contract of the currency from a new list price on, and the screens follow', async () => {
    await priceFrom(app, skuId, '0.7', '2026-10-10T10:30:00Z');
    expect([await marked(acme), await marked(other)]).toEqual([
      ['2026-10-10', '2026-10-11'],
      ['2026-10-10', '2026-10-11'],
    ]);
    await rateDue(app.deps);
    expect([await shown(acme), await shown(other)]).toEqual(['2.20000000', '2.20000000']);
    expect(await marked(acme)).toEqual([]);
  });

  it('marks one contract only, where the price or the discount is its own', async () => {
    const price = { skuId, currency: 'USD', unitPrice: '0.1', priceUnit: 'core-hour' } as const;
    const own = { ...price, contractId: acme.contractId, effectiveFrom: '2026-10-11T00:00:00Z' };
    await internalCaller(app).call(prices.create, { body: { items: [own] } });
    expect([await marked(acme), await marked(other)]).toEqual([['2026-10-11'], []]);
    const from = new Date('2026-10-10T00:00:00Z');
    const discount = { contractId: other.contractId, rate: '0.5', from };
    await app.deps.db.transaction().execute((tx) => setDiscount({ tx }, discount));
    expect([await marked(acme), await marked(other)]).toEqual([['2026-10-11'], ['2026-10-10', '2026-10-11']]);
    await rateDue(app.deps);
    expect([await shown(acme), await shown(other)]).toEqual(['1.60000000', '1.50000000']);
  });

  it('marks the days from the end of a version that is ended or reopened', async () => {
    const { items: versions } = await internalCaller(app).call(prices.list, { query: { skuId } });
    const input = { params: { id: versions[0]?.id ?? '' }, body: { effectiveTo: '2026-10-11T00:00:00Z' } };
    await internalCaller(app).call(prices.update, input);
    expect(await marked(acme)).toEqual(['2026-10-11']);
    await internalCaller(app).call(prices.update, { ...input, body: { effectiveTo: null } });
    await rateDue(app.deps);
    expect([await marked(acme), await shown(acme)]).toEqual([[], '2.00000000']);
  });

  it('renews a mark that a run may have read with the old price', async () => {
    await sendUsage(app, [oneHourOf(acme, '2026-10-12')]);
    const before = await dirtyDays(app.deps.db, acme.contractId);
    const discount = { contractId: acme.contractId, rate: '0.5', from: new Date('2026-10-12T00:00:00Z') };
    await app.deps.db.transaction().execute((tx) => setDiscount({ tx }, discount));
    const after = await dirtyDays(app.deps.db, acme.contractId);
    expect([after.length, after[0]?.version === before[0]?.version]).toEqual([1, false]);
  });

  // The last test: a signed month freezes its list prices.
  it('leaves signed months alone, and refuses a price or a discount that affects one', async () => {
    await monthSigned(app, acme.contractId, '2026-09');
    const discounted = (from: string) => {
      const discount = { contractId: acme.contractId, rate: '0.4', from: new Date(from) };
      return app.deps.db.transaction().execute((tx) => setDiscount({ tx }, discount));
    };
    await rateDue(app.deps);
    await expect(discounted('2026-09-30T23:59:59Z')).rejects.toMatchObject({ reason: 'MONTH_SIGNED' });
    const own = {
      skuId,
      contractId: acme.contractId,
      currency: 'USD',
      unitPrice: '3',
      priceUnit: 'core-hour',
    } as const;
    const early = { body: { items: [{ ...own, effectiveFrom: '2026-09-30T23:59:59Z' }] } };
    expect(await internalCaller(app).refusal(prices.create, early)).toMatchObject({ reason: 'MONTH_SIGNED' });
    expect(await marked(acme)).toEqual([]);
    await discounted('2026-10-13T00:00:00Z');
  });
});
