import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { parseBillingMonth } from '@usance/period/billing-month';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { setDiscount } from '../../../metering/discount/set-discount.ts';
import { createPrices } from '../../../metering/price/create-prices.ts';
import { endPrice } from '../../../metering/price/end-price.ts';
import { rateDue } from '../../../metering/rating/rate-due.ts';
import {
  hourOn,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../metering/usage/metering.fixture.ts';
import { type RateMonth, rateMonth } from './month/rated-month.ts';
import { signMonth } from './sign-month.ts';

const billingItem = 'compute.terms';
let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, billingItem, '2');
});
afterAll(() => app.close());

/** A contract with core-hours at 2.00 each, and the change of their price to 5.00. */
async function metered() {
  const metering = await meteredContract(app);
  const { contractId } = metering;
  const use = (day: string) => sendUsage(app, [usageOf(metering, { billingItem, ...hourOn(day) })]);
  const version = { skuId, contractId, currency: 'USD', unitPrice: '5', priceUnit: 'USD/core-hour' } as const;
  const change = { body: { items: [{ ...version, effectiveFrom: '2026-09-01T00:00:00Z' }] } };
  const body = { contractId, month: '2026-09' };
  return { contractId, use, change, body };
}

/** A contract with its own price of 5.00 that ends before the day of use, so that 2.00 holds again. */
async function ending() {
  const each = await metered();
  const { items } = await internalCaller(app).call(prices.create, each.change);
  const given = { params: { id: items[0]?.id ?? '' }, body: { effectiveTo: '2026-09-05T00:00:00Z' } };
  return { ...each, end: () => held(app, (tx) => endPrice({ tx }, given)) };
}

const signed = async (contractId: string) =>
  (await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} })).items;

describe('a day first metered while its price changes', () => {
  it('is rated at the new price', async () => {
    const { use, change, body } = await metered();
    const changing = held(app, (tx) => createPrices({ tx }, change));
    await changing.written;
    await use('2026-09-12');
    const rating = rateDue(app.deps);
    await waitsOrEnds(app, rating);
    await Promise.all([changing.commit(), rating]);
    await rateDue(app.deps);
    expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '5.00000000' });
  });

  it('is rated at the earlier price if the own one is ended', async () => {
    const { use, body, end } = await ending();
    const change = end();
    await change.written;
    await use('2026-09-12');
    const rating = rateDue(app.deps);
    await waitsOrEnds(app, rating);
    await Promise.all([change.commit(), rating]);
    await rateDue(app.deps);
    expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '2.00000000' });
  });

  it('is rated at the new discount', async () => {
    const { contractId, use, body } = await metered();
    const discount = { contractId, rate: '0.5', from: new Date('2026-09-01T00:00:00Z') };
    const setting = held(app, (tx) => setDiscount({ tx }, discount));
    await setting.written;
    await use('2026-09-12');
    const rating = rateDue(app.deps);
    await waitsOrEnds(app, rating);
    await Promise.all([setting.commit(), rating]);
    await rateDue(app.deps);
    expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '1.00000000' });
  });
});

it('no month is signed while one of its prices is being ended', async () => {
  const { contractId, use, body, end } = await ending();
  await use('2026-09-12');
  await rateDue(app.deps);
  const change = end();
  await change.written;
  const signing = internalCaller(app).call(statements.sign, { body });
  await waitsOrEnds(app, signing);
  await Promise.all([change.commit(), signing]);
  expect(await signed(contractId)).toMatchObject([{ month: '2026-09', amount: '2.00000000' }]);
});

it('a month is not signed at a price whose change began after it was rated', async () => {
  const { contractId, use, body, end } = await ending();
  await use('2026-09-12');
  await rateDue(app.deps);
  const began = Promise.withResolvers<ReturnType<typeof end>>();
  let attempts = 0;
  const rate: RateMonth = async (deps, contract, month) => {
    const rated = await rateMonth(deps, contract, month);
    attempts += 1;
    if (attempts > 1) return rated;
    const change = end();
    await change.written;
    began.resolve(change);
    return rated;
  };
  const contract = await getContract(app.deps.db, contractId);
  const signing = signMonth(app.deps, contract, { month: parseBillingMonth(body.month), now: app.clock.now(), rate });
  const change = await began.promise;
  await waitsOrEnds(app, signing);
  await Promise.all([change.commit(), signing]);
  expect(await signed(contractId)).toMatchObject([{ month: '2026-09', amount: '2.00000000' }]);
});

it('usage that arrives and is rated between a month’s rating and its signing is on the statement', async () => {
  const { contractId, use, body } = await metered();
  await use('2026-09-10');
  let attempts = 0;
  const rate: RateMonth = async (deps, contract, month) => {
    const rated = await rateMonth(deps, contract, month);
    attempts += 1;
    if (attempts > 1) return rated;
    await use('2026-09-11');
    await rateDue(app.deps);
    return rated;
  };
  const contract = await getContract(app.deps.db, contractId);
  await signMonth(app.deps, contract, { month: parseBillingMonth(body.month), now: app.clock.now(), rate });
  expect(await signed(contractId)).toMatchObject([{ month: '2026-09', amount: '4.00000000' }]);
});

it('a month whose price changes between its rating and its signing is signed at the new one', async () => {
  const { contractId, use, change, body } = await metered();
  await use('2026-09-10');
  let attempts = 0;
  const rate: RateMonth = async (deps, contract, month) => {
    const rated = await rateMonth(deps, contract, month);
    attempts += 1;
    if (attempts === 1) await internalCaller(app).call(prices.create, change);
    return rated;
  };
  const contract = await getContract(app.deps.db, contractId);
  await signMonth(app.deps, contract, { month: parseBillingMonth(body.month), now: app.clock.now(), rate });
  const { items } = await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} });
  expect(items).toMatchObject([{ month: '2026-09', amount: '5.00000000' }]);
});

it('a price cannot change while a month is being signed', async () => {
  const { contractId, use, change, body } = await metered();
  await use('2026-09-10');
  const [signed, changed] = await Promise.allSettled([
    internalCaller(app).call(statements.sign, { body }),
    internalCaller(app).call(prices.create, change),
  ]);
  expect(signed.status).toBe('fulfilled');
  const { items } = await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} });
  const amount = changed.status === 'fulfilled' ? '5.00000000' : '2.00000000';
  expect(items).toMatchObject([{ month: '2026-09', amount }]);
});

it('calculating a month restores rated rows that the engine lost', async () => {
  const { contractId, use, body } = await metered();
  await use('2026-09-10');
  await internalCaller(app).call(statements.calculate, { body });
  await app.deps.clickhouse.command('DELETE FROM purchase WHERE contract_id = {contractId:String}', { contractId });
  expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '2.00000000' });
});
