import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { vouchers } from '@usance/api/money/voucher';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../metering/usage/metering.fixture.ts';
import { goTo, linkedContract, used } from './hour/hours.fixture.ts';
import { marketplacesAt } from './marketplace.fixture.ts';
import { type StandIn, startStandIn } from './stand-in/stand-in.ts';

let app: TestApp;
let standIn: StandIn;
let marketplaces: ReturnType<typeof marketplacesAt>;
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: (target) => (target.includes('BatchMeterUsage') ? 'throttled' : undefined),
  });
  marketplaces = marketplacesAt(standIn);
  app = await startTestApp({ now: '2026-10-02T00:00:00Z', clickhouse: true, marketplaces });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});

const leave = async (customer: string) => {
  const told = { action: 'unsubscribe-pending', 'customer-identifier': customer };
  const message = marketplaces.sns.message(told, { Timestamp: app.clock.now().toISOString() });
  const url = '/api/v1/marketplace/sns';
  const headers = { 'content-type': 'text/plain' };
  const reply = await app.publicListener.inject({ method: 'POST', url, headers, payload: JSON.stringify(message) });
  expect(reply.statusCode).toBe(204);
};
const follow = () => app.ticks.find(({ name }) => name === 'account-period.follow-due')?.run(app.clock.now());

it('returned usage puts an account below zero from its return, not from its use', async () => {
  const { customer, ...metered } = await linkedContract(app, standIn);
  const params = { id: metered.contractId };
  await used(app, metered, '2026-10-05T10:00:00Z', '5');
  await goTo(app, '2026-10-05T11:10:00Z');
  await follow();
  app.clock.moveTo('2026-10-08T10:20:00Z');
  await leave(customer);
  await follow();
  await goTo(app, '2026-10-08T10:21:00Z');
  await goTo(app, '2026-10-08T11:21:00Z');
  await follow();
  expect((await internalCaller(app).call(availableBalances.get, { params })).details.unbilled).toBe('5.00000000');
  app.clock.moveTo('2026-10-10T00:00:00Z');
  await follow();
  const { items } = await internalCaller(app).call(accountPeriods.list, { params, query: {} });
  expect(items.map(({ cause, t0 }) => [cause, t0])).toEqual([['belowZero', '2026-10-09T11:21:00.000Z']]);
});

it('an ended voucher counts with the returned usage that it will pay', async () => {
  app.clock.moveTo('2026-10-26T10:00:00Z');
  const { customer, ...metered } = await linkedContract(app, standIn);
  const params = { id: metered.contractId };
  await goTo(app, '2026-10-27T11:30:00Z');
  const terms = { denomination: '100', currency: 'USD', validDays: 10, bound: true, reason: 'Promised' } as const;
  await internalCaller(app).call(vouchers.issue, { params, body: terms });
  await used(app, metered, '2026-10-27T12:00:00Z', '5');
  for (let day = 28; day <= 33; day += 1) await goTo(app, new Date(Date.UTC(2026, 9, day, 13, 12)).toISOString());
  const body = { contractId: metered.contractId, month: '2026-10' };
  await internalCaller(app).call(statements.sign, { body });
  await leave(customer);
  const available = async () => (await internalCaller(app).call(availableBalances.get, { params })).availableBalance;
  await goTo(app, '2026-11-06T10:00:00Z');
  expect(await available()).toBe('95.00000000');
  // The voucher ended on the 6th.
  await goTo(app, '2026-11-09T12:00:00Z');
  expect(await available()).toBe('0.00000000');
});
