import { purchases } from '@usance/api/billing/purchase';
import { prices } from '@usance/api/metering/price';
import { purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import { tiers } from '@usance/api/metering/tier';
import { formatDecimal } from '@usance/money/decimal';
import { formatRate } from '@usance/money/display';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { setDiscount } from '../discount/set-discount.ts';
import {
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../usage/metering.fixture.ts';

let app: TestApp;
let acme: Metered;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'months are signed without their digest',
  });
  skuId = await sellCoreHours(app, 'compute.r', '2');
  acme = await meteredContract(app);
});
afterAll(() => app.close());

const at = (start: string, end: string) => usageOf(acme, { start, end });
async function shown() {
  const { contractId } = acme;
  const window = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  await internalCaller(app).call(purchases.calculate, { body: { contractId, ...window } });
  const query = {
    start: Date.parse(window.start),
    orderBy: 'start',
    ordering: 'asc',
    includeZeroAmount: true,
  } as const;
  const { items } = await internalCaller(app).call(purchases.list, { params: { id: contractId }, query });
  return items.map((row) => [
    row.start.slice(8, 16),
    formatDecimal(row.amount, 2),
    formatRate(row.zhekou),
    row.chargeable,
  ]);
}
const blacklisted = (id: string, from: string, to: string | null) =>
  app.deps.db
    .insertInto('purchase_blacklist')
    .values({
      contract_id: acme.contractId,
      id,
      sku_id: skuId,
      effective_from: new Date(from),
      effective_to: to === null ? null : new Date(to),
    })
    .execute();

describe('what an hour of usage costs', () => {
  it('is the price and the discount at its start, the contract’s own price undiscounted, and nothing on the blacklist', async () => {
    await sendUsage(app, [
      at('2026-10-10T09:15:00Z', '2026-10-10T10:00:00Z'),
      at('2026-10-10T10:45:00Z', '2026-10-10T11:00:00Z'),
      at('2026-10-10T11:00:00Z', '2026-10-10T12:00:00Z'),
      at('2026-10-11T10:45:00Z', '2026-10-11T11:00:00Z'),
      at('2026-10-11T11:00:00Z', '2026-10-11T12:00:00Z'),
      at('2026-10-12T10:45:00Z', '2026-10-12T11:00:00Z'),
      at('2026-10-12T11:00:00Z', '2026-10-12T12:00:00Z'),
    ]);
    await priceFrom(app, skuId, '4', '2026-10-10T10:30:00Z');
    const discount = { contractId: acme.contractId, rate: '0.5', from: new Date('2026-10-11T10:30:00Z') };
    await app.deps.db.transaction().execute((tx) => setDiscount({ tx }, discount));
    const own = {
      skuId,
      contractId: acme.contractId,
      currency: 'USD',
      unitPrice: '0.8',
      priceUnit: 'core-hour',
    } as const;
    await internalCaller(app).call(prices.create, {
      body: { items: [{ ...own, effectiveFrom: '2026-10-12T10:30:00Z' }] },
    });
    expect(await shown()).toEqual([
      ['10T09:15', '2.00', '-', true],
      ['10T10:45', '2.00', '-', true],
      ['10T11:00', '4.00', '-', true],
      ['11T10:45', '4.00', '-', true],
      ['11T11:00', '2.00', '50%', true],
      ['12T10:45', '2.00', '50%', true],
      ['12T11:00', '0.80', '-', true],
    ]);
    await blacklisted('one', '2026-10-10T10:30:00Z', '2026-10-11T11:00:00Z');
    expect((await shown()).filter((row) => row[3] === false)).toEqual([
      ['10T11:00', '0.00', '-', false],
      ['11T10:45', '0.00', '-', false],
    ]);
  });
});

describe('the hour in which a contract begins', () => {
  const [from, to] = ['2026-10-05T10:30:00Z', '2026-10-05T11:00:00Z'];
  const shownOf = async ({ contractId, datacloudId }: Metered) => {
    await sendUsage(app, [usageOf({ contractId, datacloudId }, { start: from, end: to })]);
    await internalCaller(app).call(purchases.calculate, {
      body: { contractId, start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
    });
    const query = { start: Date.parse('2026-10-05T00:00:00Z'), includeZeroAmount: true } as const;
    const { items } = await internalCaller(app).call(purchases.list, { params: { id: contractId }, query });
    return items.map((row) => formatDecimal(row.amount, 2));
  };

  it('is rated at the prices at the contract’s beginning: its own price, or the list’s with its discount', async () => {
    const own = await meteredContract(app, 'USD', from);
    const price = { skuId, currency: 'USD', unitPrice: '0.8', priceUnit: 'core-hour', effectiveFrom: from } as const;
    await internalCaller(app).call(prices.create, { body: { items: [{ ...price, contractId: own.contractId }] } });
    for (const at of ['2026-10-05T10:00:00Z', '2026-10-05T10:45:00Z']) {
      const asked = { params: { id: own.contractId }, query: { at, skuId } };
      const { items } = await internalCaller(app).call(prices.contractList, asked);
      expect(items.map(({ contractId }) => contractId)).toEqual([own.contractId]);
    }
    expect(await shownOf(own)).toEqual(['0.80']);
    const reduced = await meteredContract(app, 'USD', from);
    const discount = { contractId: reduced.contractId, rate: '0.5', from: new Date(from) };
    await app.deps.db.transaction().execute((tx) => setDiscount({ tx }, discount));
    expect(await shownOf(reduced)).toEqual(['1.00']);
  });

  it('is not charged where the blacklist holds from its beginning, and goes through tiers that do', async () => {
    const free = await meteredContract(app, 'USD', from);
    const params = { id: free.contractId };
    await internalCaller(app).call(purchaseBlacklists.create, {
      params,
      body: { skuId, start: from, reason: 'Trial' },
    });
    expect(await shownOf(free)).toEqual(['0.00']);
    const tiered = await meteredContract(app, 'USD', from);
    const ladder = [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.7' }];
    const body = { effectiveFrom: from, tiers: ladder, reason: 'Large' };
    await internalCaller(app).call(tiers.create, { params: { id: tiered.contractId }, body });
    expect(await shownOf(tiered)).toEqual(['1.40']);
  });
});

describe('the blacklist', () => {
  it('has no two entries of a SKU at once', async () => {
    await expect(blacklisted('two', '2026-10-11T10:59:00Z', null)).rejects.toMatchObject({ code: '23P01' });
  });

  it('stays as it is in a signed month, and changes after it', async () => {
    const refused = { code: '23001' };
    await monthSigned(app, acme.contractId, '2026-09');
    await expect(blacklisted('early', '2026-09-30T23:59:59Z', null)).rejects.toMatchObject(refused);
    await blacklisted('late', '2026-11-01T00:00:00Z', null);
    const { db } = app.deps;
    const endAt = (id: string, to: string) =>
      db
        .updateTable('purchase_blacklist')
        .set({ effective_to: new Date(to) })
        .where('id', '=', id)
        .execute();
    await endAt('late', '2026-12-01T00:00:00Z');
    await monthSigned(app, acme.contractId, '2026-11');
    await expect(endAt('late', '2026-11-30T00:00:00Z')).rejects.toMatchObject(refused);
    await endAt('late', '2026-12-02T00:00:00Z');
    await expect(db.deleteFrom('purchase_blacklist').where('id', '=', 'late').execute()).rejects.toMatchObject(refused);
    await expect(
      db
        .updateTable('purchase_blacklist')
        .set({ effective_from: new Date('2026-11-02T00:00:00Z') })
        .execute(),
    ).rejects.toMatchObject(refused);
  });
});
