import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { goTo, linkedContract, used } from '../hour/hours.fixture.ts';
import { marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';

let app: TestApp;
let standIn: StandIn;
let isAway = false;
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: () => (isAway ? 'throttled' : undefined),
  });
  app = await startTestApp({
    now: '2026-10-15T10:20:00Z',
    clickhouse: true,
    marketplaces: marketplacesAt(standIn),
  });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});

const reconciled = (id: string) =>
  internalCaller(app).call(calls.reconciliation, { params: { id }, query: { ordering: 'asc' } });

it('each hour shows the rated, reported, accepted, adjusted and outstanding amounts with their deadline', async () => {
  const metered = await linkedContract(app, standIn);
  await used(app, metered, '2026-10-15T10:00:00Z', '1.005');
  await goTo(app, '2026-10-15T11:10:00Z');
  // Late usage of the first hour.
  await used(app, metered, '2026-10-15T10:00:00Z', '2');
  await goTo(app, '2026-10-15T12:10:00Z');
  isAway = true;
  await used(app, metered, '2026-10-15T12:00:00Z', '3');
  await goTo(app, '2026-10-15T13:10:00Z');
  isAway = false;
  const told = await reconciled(metered.contractId);
  const amount = (cents: string) => `${cents}0000000000`;
  expect(told.items).toMatchObject([
    { state: 'reported', rated: '3.005000000000', reported: amount('1.00'), accepted: amount('1.00'), until: null },
    { state: 'reported', rated: amount('0.00'), reported: amount('2.00'), adjusted: amount('2.00') },
    {
      state: 'pending',
      rated: amount('3.00'),
      accepted: amount('0.00'),
      outstanding: amount('3.00'),
      until: '2026-10-16T12:00:00.000Z',
    },
  ]);
  expect(told.totals).toEqual({
    rated: '6.005000000000',
    accepted: amount('3.00'),
    outstanding: amount('3.00'),
    inDoubt: amount('0.00'),
    until: '2026-10-16T12:00:00.000Z',
    notTold: '0.005000000000',
  });
  // The lines on AWS's own bill.
  expect(told.marketplace).toEqual({
    couldBeAsked: true,
    lines: [{ invoiceId: 'stand-in-2026-10', month: '2026-10', amount: '3.00', currency: 'USD' }],
  });
});

it('shows if the marketplace cannot be asked', async () => {
  const azure = await linkedContract(app, standIn, { cloud: 'azure' });
  expect((await reconciled(azure.contractId)).marketplace).toEqual({ couldBeAsked: false, lines: [] });
});

it('is empty for a contract that never had a link', async () => {
  const { id } = await contract(app);
  expect(await reconciled(id)).toMatchObject({ items: [], totalSize: 0, marketplace: { couldBeAsked: false } });
});

it('shows only the buyer’s own billed lines', async () => {
  const [one, other] = [await linkedContract(app, standIn), await linkedContract(app, standIn)];
  const hour = new Date(app.clock.now()).toISOString().slice(0, 13);
  await used(app, one, `${hour}:00:00Z`, '1');
  await used(app, other, `${hour}:00:00Z`, '2');
  await goTo(app, new Date(Date.parse(`${hour}:10:00Z`) + 3_600_000).toISOString());
  const billed = async ({ contractId }: typeof one) =>
    (await reconciled(contractId)).marketplace.lines.map(({ amount }) => amount);
  expect([await billed(one), await billed(other)]).toEqual([['1.00'], ['2.00']]);
});
