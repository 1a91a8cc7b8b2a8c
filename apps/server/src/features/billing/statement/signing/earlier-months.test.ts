import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { parseBillingMonth } from '@usance/period/billing-month';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { internalCaller } from '#testing/callers.ts';
import { roundAt } from '#testing/round-at.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usedIn,
} from '../../../metering/usage/metering.fixture.ts';
import { issued } from '../../../money/voucher/voucher.fixture.ts';
import { payables, statementsOf } from '../statement.fixture.ts';
import { type RateMonth, rateMonth } from './month/rated-month.ts';
import { signMonth } from './sign-month.ts';

/** Tests with an open month before the one that is signed. */
let app: TestApp;
let skuId: string;
beforeEach(async () => {
  app = await startTestApp({ now: '2027-01-01T00:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '1');
});
afterEach(() => app.close());

const caller = () => internalCaller(app);

/** A contract with a voucher of 10 for both of its months. Each month has used 10, and the first was withdrawn. */
async function withdrawnBefore(): Promise<Metered> {
  app.clock.moveTo('2027-01-01T00:00:00Z');
  const metered = await meteredContract(app, 'USD', '2027-01-01T00:00:00Z');
  await issued(app, metered.contractId, { denomination: '10', validDays: 60 });
  app.clock.moveTo('2027-01-16T00:00:00Z');
  await sendUsage(app, [usedIn(metered, '2027-01-15T10', '10')]);
  await roundAt(app, '2027-02-02T09:00:00Z');
  const ids = (await statementsOf(app, metered.contractId)).map((each) => each.id);
  await caller().call(statements.delete, { params: { id: metered.contractId }, query: { ids } });
  await sendUsage(app, [usedIn(metered, '2027-02-01T10', '10')]);
  await roundAt(app, '2027-03-02T08:59:00Z');
  app.clock.moveTo('2027-03-02T09:00:00Z');
  return metered;
}

it('is rated before a later one is signed, or that one waits, even during an outage of the usage database', async () => {
  const { contractId: id } = await withdrawnBefore();
  const half = { skuId, contractId: id, currency: 'USD', unitPrice: '0.5', priceUnit: 'USD/core-hour' } as const;
  const span = { effectiveFrom: '2027-01-01T00:00:00Z', effectiveTo: '2027-02-01T00:00:00Z' };
  await caller().call(prices.create, { body: { items: [{ ...half, ...span }] } });
  const contract = await getContract(app.deps.db, id);
  const given = { month: parseBillingMonth('2027-02'), now: app.clock.now() };
  const query = () => Promise.reject(new ClickHouseUnavailable());
  const away = { ...app.deps, clickhouse: { ...app.deps.clickhouse, query } };
  await expect(
    signMonth(away, contract, { ...given, rate: (_away, ...rest) => rateMonth(app.deps, ...rest) }),
  ).rejects.toThrow(ClickHouseUnavailable);
  await signMonth(app.deps, contract, given);
  expect(await payables(app, id)).toEqual({ '2027-02': '5.00000000' });
});

it('leaves the corrected part to the later one, even during its signing', async () => {
  const metered = await withdrawnBefore();
  const { contractId: id } = metered;
  const contract = await getContract(app.deps.db, id);
  const sent = { done: false };
  const rate: RateMonth = async (...args) => {
    if (!sent.done) await sendUsage(app, [usedIn(metered, '2027-01-16T10', '-5')]);
    sent.done = true;
    return rateMonth(...args);
  };
  await signMonth(app.deps, contract, { month: parseBillingMonth('2027-02'), now: app.clock.now(), rate });
  await caller().call(statements.sign, { body: { contractId: id, month: '2027-01' } });
  expect(await payables(app, id)).toEqual({ '2027-01': '0.00000000', '2027-02': '5.00000000' });
});

it('is rated before a later one is previewed, even if another month is signed', async () => {
  const metered = await meteredContract(app, 'USD', '2027-01-01T00:00:00Z');
  const { contractId: id } = metered;
  app.clock.moveTo('2027-01-16T00:00:00Z');
  await sendUsage(app, [usedIn(metered, '2027-01-15T10', '10')]);
  await roundAt(app, '2027-02-02T09:00:00Z');
  await issued(app, id, { denomination: '10', validDays: 60 });
  app.clock.moveTo('2027-03-02T08:00:00Z');
  await sendUsage(app, [usedIn(metered, '2027-02-10T10', '10'), usedIn(metered, '2027-03-01T10', '10')]);
  const march = await caller().call(statements.dynamicPreview, { params: { id }, query: { month: '2027-03' } });
  // The voucher is February's.
  expect(march).toMatchObject({ voucherDeducted: '0.00000000', payableAmount: '10.00000000' });
});
