import { prices } from '@usance/api/price';
import { statements } from '@usance/api/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '../../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createPrices } from '../../../metering/price/create-prices.ts';
import { rateDue } from '../../../metering/rating/rate-due.ts';
import { meteredContract, sellCoreHours, send, usageOf } from '../../../metering/usage/metering.fixture.ts';
import { getContract } from '../../../party/contract/contract.queries.ts';
import { type RateMonth, rateMonth } from './rated-month.ts';
import { signMonth } from './sign-month.ts';

const billingItem = 'compute.terms';
let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, billingItem, '2');
});
afterAll(() => app.close());

/** A contract that has used core-hours at 2.00 each, and the change of their price to 5.00. */
async function metered() {
  const metering = await meteredContract(app);
  const { contractId } = metering;
  const use = (day: string) =>
    send(app, [usageOf(metering, { billingItem, start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z` })]);
  const version = { skuId, contractId, currency: 'USD', unitPrice: '5', priceUnit: 'USD/core-hour' } as const;
  const change = { body: { items: [{ ...version, effectiveFrom: '2026-09-01T00:00:00Z' }] } };
  const body = { contractId, month: '2026-09' };
  return { contractId, use, change, body };
}

it('a day first metered while its price changes is rated at the price that came to hold', async () => {
  const { use, change, body } = await metered();
  const written = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const changing = app.deps.db.transaction().execute(async (tx) => {
    await createPrices({ tx }, change);
    written.resolve();
    await release.promise;
  });
  await written.promise;
  await use('2026-09-12');
  const rating = rateDue(app.deps);
  release.resolve();
  await Promise.all([changing, rating]);
  await rateDue(app.deps);
  expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '5.00000000' });
});

it('a month whose price changes between its rating and its signing is signed at the new one', async () => {
  const { contractId, use, change, body } = await metered();
  await use('2026-09-10');
  const rate: RateMonth = async (deps, contract, month, attempt) => {
    const rated = await rateMonth(deps, contract, month, attempt);
    if (attempt === 1) await internalCaller(app).call(prices.create, change);
    return rated;
  };
  const contract = await getContract(app.deps.db, contractId);
  await signMonth(app.deps, contract, { month: body.month, now: app.clock.now(), rate });
  const { items } = await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} });
  expect(items).toMatchObject([{ month: '2026-09', amount: '5.00000000' }]);
});

it('a price is not changed under a month that is being signed', async () => {
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

it('rated rows that the engine has lost are made again by whoever calculates the month', async () => {
  const { contractId, use, body } = await metered();
  await use('2026-09-10');
  await internalCaller(app).call(statements.calculate, { body });
  await app.deps.clickhouse.command('DELETE FROM purchase WHERE contract_id = {contractId:String}', { contractId });
  expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '2.00000000' });
});
