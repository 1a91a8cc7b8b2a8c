import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { roundAt } from '#testing/round-at.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../metering/usage/metering.fixture.ts';
import { issued } from '../../money/voucher/voucher.fixture.ts';

/** Usage below half a cent, for which a statement asks nothing. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-02T10:30:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(() => app.close());

const used = (metered: Metered, hour: string, quantity: string) =>
  usageOf(metered, { start: `${hour}:00:00Z`, end: `${hour}:20:00Z`, quantity });

async function standsAt(id: string, instant: string) {
  await roundAt(app, instant);
  const { availableBalance, state } = await internalCaller(app).call(availableBalances.get, { params: { id } });
  return [availableBalance, state.summary];
}

async function episodesOf(id: string) {
  const { items } = await internalCaller(app).call(accountPeriods.list, { params: { id }, query: {} });
  return items.map(({ cause, t0 }) => [cause, t0]);
}

const toldOf = (id: string) =>
  app.deps.db
    .selectFrom('notification')
    .select('dedupe_key')
    .where('contract_id', '=', id)
    .where('kind', '=', 'account_period')
    .execute();

it('is not owed if an ended voucher pays the whole month', async () => {
  const metered = await meteredContract(app);
  const { contractId: id } = metered;
  await member(app, id, 'admin');
  await issued(app, id, { denomination: '100', validDays: 2 });
  await roundAt(app, '2026-09-04T12:00:00Z');
  const hours = { '2026-09-02T10': '0.004', '2026-09-03T10': '10.004', '2026-09-04T11': '0.004' };
  await sendUsage(
    app,
    Object.entries(hours).map(([hour, quantity]) => used(metered, hour, quantity)),
  );
  for (const at of ['2026-09-04T13:00:00Z', '2026-09-05T14:00:00Z', '2026-09-21T00:00:00Z'])
    expect(await standsAt(id, at)).toEqual(['-0.00800000', 'normal']);
  expect(await standsAt(id, '2026-10-02T09:00:00Z')).toEqual(['0.00000000', 'normal']);
  const { items } = await internalCaller(app).call(statements.list, { params: { id }, query: {} });
  expect(items).toMatchObject([{ amount: '10.01000000', payableAmount: '0.00000000' }]);
  expect([await toldOf(id), await episodesOf(id)]).toEqual([[], []]);
});

it('counts by month, and warns nobody whose balance shows nothing missing', async () => {
  app.clock.moveTo('2026-10-30T12:00:00Z');
  const [nothing, cents] = [await meteredContract(app), await meteredContract(app)];
  for (const { contractId } of [nothing, cents]) await member(app, contractId, 'admin');
  await roundAt(app, '2026-11-01T00:30:00Z');
  const both = (metered: Metered, quantity: string) =>
    ['2026-10-30T13', '2026-11-01T00'].map((hour) => used(metered, hour, quantity));
  // Each month is rounded by itself: 0.005 and 0.005 are 0.01 together, but 0.02 as two statements.
  await sendUsage(app, [...both(nothing, '0.004'), ...both(cents, '0.005')]);
  for (const at of ['2026-11-01T01:00:00Z', '2026-11-02T08:00:00Z'])
    expect(await standsAt(nothing.contractId, at)).toEqual(['-0.00800000', 'normal']);
  expect(await standsAt(cents.contractId, '2026-11-02T08:01:00Z')).toEqual(['-0.01000000', 'extensionPeriod']);
  const amount = { body: { type: 'deposit', amount: '0.01', currency: 'USD' } } as const;
  await internalCaller(app).call(bank.record, { params: { id: cents.contractId }, ...amount });
  // Signing rounds October to 0.01, so that the customer sees the second cent missing from then on.
  expect(await standsAt(cents.contractId, '2026-11-02T08:02:00Z')).toEqual(['0.00000000', 'normal']);
  expect(await standsAt(cents.contractId, '2026-11-02T08:59:00Z')).toEqual(['0.00000000', 'normal']);
  expect(await standsAt(cents.contractId, '2026-11-02T09:00:00Z')).toEqual(['-0.00500000', 'overdraft']);
  expect([await toldOf(nothing.contractId), await episodesOf(nothing.contractId)]).toEqual([[], []]);
});
