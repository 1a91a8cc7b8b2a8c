import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { parseBillingMonth } from '@usance/period/billing-month';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract as makeContract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { rateDue } from '../../../metering/rating/rate-due.ts';
import { reachOfPrices } from '../../../metering/rating-terms/reach.ts';
import { updateSku } from '../../../metering/sku/update-sku.ts';
import {
  hourOn,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../metering/usage/metering.fixture.ts';
import { type RateMonth, rateMonth } from './month/rated-month.ts';
import { signMonth } from './sign-month.ts';

const billingItem = 'compute.renamed';
let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, billingItem, '2');
});
afterAll(() => app.close());

async function metered() {
  const metering = await meteredContract(app);
  const use = (day: string) => sendUsage(app, [usageOf(metering, { billingItem, ...hourOn(day) })]);
  return { contract: await getContract(app.deps.db, metering.contractId), use };
}

it('a SKU renamed while its month is rated is on the statement once, with its new name', async () => {
  const { contract, use } = await metered();
  await use('2026-09-05');
  await rateDue(app.deps);
  await use('2026-09-06');
  const shown = { product: 'Compute', type: 'Warehouses', subType: '' };
  const rename = () => internalCaller(app).call(skus.update, { body: { id: skuId, ...shown } });
  let attempts = 0;
  const rate: RateMonth = async (deps, of, month) => {
    attempts += 1;
    if (attempts > 1) return rateMonth(deps, of, month);
    return rateMonth({ ...deps, clickhouse: onFirstQuery(deps.clickhouse, rename) }, of, month);
  };
  await signMonth(app.deps, contract, { month: parseBillingMonth('2026-09'), now: app.clock.now(), rate });
  const { items } = await internalCaller(app).call(statements.list, { params: { id: contract.id }, query: {} });
  const params = { id: contract.id, statementID: items[0]?.id ?? '' };
  const { statementData } = await internalCaller(app).call(statements.get, { params });
  expect(statementData.skuAndAmounts).toMatchObject([{ ...shown, amount: '4.00000000' }]);
});

describe('while a SKU is being renamed', () => {
  /** Changes only the type. */
  const renaming = (type: string) => {
    const body = { id: skuId, product: 'Compute', type, subType: '' };
    return held(app, (tx) => updateSku({ tx }, { body }));
  };
  const calculated = (contractId: string) =>
    internalCaller(app).call(statements.calculate, { body: { contractId, month: '2026-09' } });

  it('a rated day has the new name', async () => {
    const { contract, use } = await metered();
    await use('2026-09-07');
    const rename = renaming('Lakes');
    await rename.written;
    const rating = rateDue(app.deps);
    await waitsOrEnds(app, rating);
    await Promise.all([rename.commit(), rating]);
    expect(await calculated(contract.id)).toMatchObject({ lines: [{ type: 'Lakes' }] });
  });

  it('a calculated month has the new name on all its days', async () => {
    const { contract, use } = await metered();
    await use('2026-09-05');
    await rateDue(app.deps);
    await use('2026-09-06');
    const rename = renaming('Lakehouses');
    await rename.written;
    const calculating = calculated(contract.id);
    await waitsOrEnds(app, calculating);
    await rename.commit();
    expect((await calculating).lines).toMatchObject([{ type: 'Lakehouses', amount: '4.00000000' }]);
  });
});

it("a month is signed at once while others' prices keep changing", async () => {
  const { contract, use } = await metered();
  await use('2026-09-05');
  const otherId = await ofOtherReach(contract.id);
  const version = { skuId, contractId: otherId, currency: 'CNY', unitPrice: '5', priceUnit: 'CNY/core-hour' } as const;
  let attempts = 0;
  const rate: RateMonth = async (deps, of, month) => {
    attempts += 1;
    const rated = await rateMonth(deps, of, month);
    const effectiveFrom = `2099-01-0${attempts}T00:00:00Z`;
    await internalCaller(app).call(prices.create, { body: { items: [{ ...version, effectiveFrom }] } });
    return rated;
  };
  await signMonth(app.deps, contract, { month: parseBillingMonth('2026-09'), now: app.clock.now(), rate });
  expect(attempts).toBe(1);
});

/** A contract in CNY whose price lock differs: contracts share 256 lock rows. */
async function ofOtherReach(contractId: string): Promise<string> {
  const { id } = await makeContract(app, { currency: 'CNY' });
  const [own, other] = [contractId, id].map((each) => reachOfPrices({ contractId: each, currency: 'CNY' }));
  return own === other ? ofOtherReach(contractId) : id;
}

/** The usage database with an action before the first query, after the days to rate were chosen. */
function onFirstQuery(clickhouse: TestApp['deps']['clickhouse'], act: () => Promise<unknown>) {
  let acted: Promise<unknown> | undefined;
  const query: typeof clickhouse.query = async (...asked) => {
    acted ??= act();
    await acted;
    return clickhouse.query(...asked);
  };
  return new Proxy(clickhouse, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}
