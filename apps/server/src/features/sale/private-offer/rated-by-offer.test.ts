import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { prices } from '@usance/api/metering/price';
import { tiers } from '@usance/api/metering/tier';
import { privateOffers } from '@usance/api/sale/private-offer';
import { formatDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  usedIn,
} from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, seconds } from './private-offer.fixture.ts';
import { offeringSinceTenth, rowsByOffer } from './rated-by-offer.fixture.ts';
import { verifyOffers } from './verify-offers.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '0.15');
  await priceFrom(app, skuId, '1', '2025-01-01T00:00:00Z', 'CNY');
});
afterAll(() => app.close());

let acme: Metered;
beforeEach(async () => {
  acme = await meteredContract(app);
  await knownBuyer(app, acme.contractId);
});

const offers = () => offeringSinceTenth(app, acme, skuId);
const used = (hour: string, quantity = '100') => usedIn(acme, hour, quantity);
const rows = () => rowsByOffer(app, acme);

describe('usage under an accepted offer', () => {
  it('has the offer’s prices from its effective hour on, and late usage of earlier hours has the former ones', async () => {
    await sendUsage(app, [used('2026-10-10T11'), used('2026-10-10T12')]);
    // 100 × 0.15
    expect(await rows()).toEqual([
      ['10-10T11', '15.00', null],
      ['10-10T12', '15.00', null],
    ]);
    const { id } = await offers().accepted();
    await sendUsage(app, [used('2026-10-01T00'), used('2026-10-14T00')]);
    // 100 × 0.15 × 0.8
    expect(await rows()).toEqual([
      ['10-01T00', '15.00', null],
      ['10-10T11', '15.00', null],
      ['10-10T12', '12.00', id],
      ['10-14T00', '12.00', id],
    ]);
    const query = { start: Date.parse('2026-10-14T00:00:00Z'), end: Date.parse('2026-10-15T00:00:00Z') };
    const csv = await internalCaller(app).call(purchases.download, { params: { id: acme.contractId }, query });
    expect(String(csv)).toContain(`,"${id}"`);
  });

  it('discounts the list price at the contract’s beginning if the offer starts before it', async () => {
    const billingItem = 'compute.old';
    const sku = await sellCoreHours(app, billingItem, '10');
    await priceFrom(app, sku, '4', '2026-09-01T00:00:00Z');
    const { id } = await offers().accepted({
      effectiveDate: seconds('2026-08-01T00:00:00Z'),
      offerItems: [{ skuId: sku, discount: '0.8' }],
    });
    await sendUsage(app, [{ ...used('2026-10-10T11'), billingItem }]);
    // 100 × 4 × 0.8
    expect(await rows()).toEqual([['10-10T11', '320.00', id]]);
  });

  it('goes through the offer’s tiers instead of the contract’s own, also on the statement', async () => {
    const params = { id: acme.contractId };
    const own = {
      effectiveFrom: '2026-09-01T00:00:00Z',
      tiers: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.5' }],
      reason: 'agreed by mail',
    };
    await internalCaller(app).call(tiers.create, { params, body: own });
    const { id } = await offers().accepted({
      discountType: 'tiered',
      tieredDiscounts: [
        { tierLevel: 1, minThreshold: '0', maxThreshold: '20', discountRate: '1' },
        { tierLevel: 2, minThreshold: '20', maxThreshold: '-1', discountRate: '0.9' },
      ],
    });
    await sendUsage(app, [used('2026-10-10T11'), used('2026-10-10T12'), used('2026-10-11T00')]);
    expect(await rows()).toEqual([
      // 100 × 0.15 × 0.5, by the contract's own tiers
      ['10-10T11', '7.50', null],
      // The month's amount is 15 at item prices. 5 of these 12 fit into the first tier; 7 × 0.9 = 6.3.
      ['10-10T12', '5.00', id],
      ['10-10T12', '6.30', id],
      // 12 × 0.9
      ['10-11T00', '10.80', id],
    ]);
    const body = { contractId: acme.contractId, month: '2026-10' };
    const { lines } = await internalCaller(app).call(statements.calculate, { body });
    const told = lines.map(({ zhekou, listPrice, exactAmount, offerId }) => [
      formatDecimal(listPrice, 2),
      formatDecimal(zhekou, 2),
      formatDecimal(exactAmount, 2),
      offerId,
    ]);
    expect(told.sort()).toEqual([
      ['0.12', '0.90', '17.10', id],
      ['0.12', '1.00', '5.00', id],
      ['0.15', '0.50', '7.50', null],
    ]);
  });

  it('ignores the contract’s own price, which applies again when the offer is withdrawn', async () => {
    const own = {
      skuId,
      contractId: acme.contractId,
      currency: 'USD',
      unitPrice: '0.1',
      priceUnit: 'core-hour',
    } as const;
    await internalCaller(app).call(prices.create, {
      body: { items: [{ ...own, effectiveFrom: '2026-09-01T00:00:00Z' }] },
    });
    const { accepted, withdraw, told } = offers();
    const offer = await accepted();
    // Another price of its own changes nothing for the offer.
    await internalCaller(app).call(prices.create, {
      body: { items: [{ ...own, unitPrice: '0.2', effectiveFrom: '2026-10-11T00:00:00Z' }] },
    });
    await sendUsage(app, [used('2026-10-10T11'), used('2026-10-12T00'), used('2026-10-15T11')]);
    expect(await rows()).toEqual([
      ['10-10T11', '10.00', null],
      ['10-12T00', '12.00', offer.id],
      ['10-15T11', '12.00', offer.id],
    ]);
    expect(await withdraw(offer)).toMatchObject({ status: 'invalid', invalidReason: 'withdrawn' });
    expect((await told(offer)).response).toMatchObject({ action: 'accept' });
    app.clock.moveTo('2026-10-15T14:00:00Z');
    await sendUsage(app, [used('2026-10-15T12'), used('2026-10-15T13')]);
    // The current hour was the one from 12 to 13.
    expect((await rows()).slice(-2)).toEqual([
      ['10-15T12', '12.00', offer.id],
      ['10-15T13', '20.00', null],
    ]);
    const held = await internalCaller(app).call(prices.contractList, {
      params: { id: acme.contractId },
      query: { skuId },
    });
    expect(held.items).toMatchObject([{ unitPrice: '0.200000000000', origin: { kind: 'contract' } }]);
  });

  it('follows the zone of a contract in Asia/Shanghai, and refuses a month that is signed there', async () => {
    acme = await meteredContract(app, 'CNY', '2026-08-31T16:00:00Z');
    await knownBuyer(app, acme.contractId);
    // 1 October starts at 16:00 UTC.
    await sendUsage(app, [used('2026-09-30T15'), used('2026-09-30T16')]);
    await internalCaller(app).call(statements.sign, { body: { contractId: acme.contractId, month: '2026-09' } });
    const { accepted, refused } = offers();
    expect(await refused({ effectiveDate: seconds('2026-09-30T15:59:59Z') })).toMatchObject({ reason: 'MONTH_SIGNED' });
    const { id, currency } = await accepted({ effectiveDate: '2026-10-01T00:00:00+08:00' });
    expect(currency).toBe('CNY');
    expect(await rows()).toEqual([
      ['09-30T15', '100.00', null],
      ['09-30T16', '80.00', id],
    ]);
  });

  it('prices late usage of a signed month by the offer of that time', async () => {
    const { accepted, withdraw, of } = offers();
    const offer = await accepted();
    await sendUsage(app, [used('2026-10-14T00')]);
    await rows();
    await withdraw(offer);
    await internalCaller(app).call(privateOffers.delete, of(offer));
    app.clock.moveTo('2026-11-02T10:00:00Z');
    const sign = (month: string) =>
      internalCaller(app).call(statements.sign, { body: { contractId: acme.contractId, month } });
    expect(await sign('2026-09')).toMatchObject({ amount: '0.00000000' });
    expect(await sign('2026-10')).toMatchObject({ amount: '12.00000000' });
    await sendUsage(app, [used('2026-10-14T01'), used('2026-11-01T00')]);
    await rows();
    const body = { contractId: acme.contractId, month: '2026-11' };
    const { lines } = await internalCaller(app).call(statements.calculate, { body });
    expect(
      lines.map(({ adjustment, exactAmount, offerId }) => [adjustment, formatDecimal(exactAmount, 2), offerId]),
    ).toEqual(
      [
        [true, '12.00', offer.id],
        [false, '15.00', null],
      ].sort(),
    );
  });

  it('ends with the contract, whose earlier usage is charged by the offer', async () => {
    const { accepted, told } = offers();
    const offer = await accepted();
    await sendUsage(app, [used('2026-10-15T00')]);
    await internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: acme.contractId, state: 'End', reason: 'It was agreed on' },
    });
    expect(await told(offer)).toMatchObject({ status: 'invalid', invalidReason: 'contract_ended' });
    await app.ticks.find(({ name }) => name === 'private-offer.follow')?.run(app.clock.now());
    expect(await rows()).toEqual([['10-15T00', '12.00', offer.id]]);
    expect(await verifyOffers(app.deps.db)).toEqual([]);
  });

  it('has prices that only the offer can change', async () => {
    const { accepted } = offers();
    await accepted({
      discountType: 'tiered',
      tieredDiscounts: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
      effectiveDate: seconds('2026-11-10T00:00:00Z'),
    });
    const internal = internalCaller(app);
    const params = { id: acme.contractId };
    const at = '2026-11-20T00:00:00Z';
    const price = (await internal.call(prices.contractList, { params, query: { skuId, at } })).items[0]?.id ?? '';
    const tier = (await internal.call(tiers.list, { params, query: {} })).items[0]?.id ?? '';
    const ends = { effectiveTo: at };
    expect(await internal.refusal(prices.update, { params: { id: price }, body: ends })).toMatchObject({
      reason: 'PRICE_CONFLICT',
    });
    expect(await internal.refusal(prices.delete, { query: { ids: [price] } })).toMatchObject({
      reason: 'PRICE_IN_USE',
    });
    const end = { params, body: { id: tier, ...ends, reason: 'agreed by mail' } };
    expect(await internal.refusal(tiers.update, end)).toMatchObject({ reason: 'TIER_CONFLICT' });
    const gone = { params, query: { ids: [tier], reason: 'agreed by mail' } };
    expect(await internal.refusal(tiers.delete, gone)).toMatchObject({ reason: 'TIER_CONFLICT' });
  });
});

it('the rows of a month with two offers add up exactly', async () => {
  const { accepted } = offers();
  await accepted();
  await accepted({ effectiveDate: seconds('2026-10-12T00:00:00Z'), offerItems: [{ skuId, price: '0.000000000001' }] });
  await sendUsage(app, [
    used('2026-10-10T13', '0.333333333333'),
    used('2026-10-12T00', '1'),
    used('2026-10-09T00', '7'),
  ]);
  // 0.333333333333 × 0.12 is rounded half up to 0.040000000000; 1 × 0.000000000001 and 7 × 0.15 are exact.
  const expected = sum(['0.040000000000', '0.000000000001', '1.05']);
  const body = { contractId: acme.contractId, month: '2026-10' };
  const { lines } = await internalCaller(app).call(statements.calculate, { body });
  expect(formatDecimal(sum(lines.map(({ exactAmount }) => exactAmount)), 12)).toBe(formatDecimal(expected, 12));
});
