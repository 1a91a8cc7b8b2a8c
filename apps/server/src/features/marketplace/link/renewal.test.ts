import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { goTo, hourlyStatementsOf, linkedContract, used } from '../hour/hours.fixture.ts';
import { licence, marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';

let app: TestApp;
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ dimensions: ['usage_cent'], now: () => app.clock.now() });
  app = await startTestApp({ now: '2026-10-02T00:00:00Z', clickhouse: true, marketplaces: marketplacesAt(standIn) });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});
let day = 2;
beforeEach(() => {
  day += 2;
  app.clock.moveTo(at('10:20'));
});

const at = (time: string) => `2026-10-${String(day).padStart(2, '0')}T${time}:00Z`;
const held = (account: string) =>
  Object.fromEntries(
    standIn.books.records
      .filter((each) => each.account === account)
      .map(({ hour, quantity }) => [hour.slice(11, 16), quantity]),
  );
const renew = async (contractId: string, effectiveAt?: string) => {
  const { id: successorId } = await contract(app, { signDate: at('00:00') });
  await internalCaller(app).call(contractLifecycles.create, {
    body: { contractId, state: 'Renewed', reason: 'as agreed', successorId, ...(effectiveAt && { effectiveAt }) },
  });
  return successorId;
};
const linkOf = async (contractId: string) =>
  (await internalCaller(app).call(calls.list, { query: { pageSize: 999 } })).items.find(
    (each) => each.contractId === contractId,
  );

it('a link moves to the renewing contract, and each hour is reported once', async () => {
  const { account, ...metered } = await linkedContract(app, standIn, { licence: `${licence}${day}` });
  const { contractId } = metered;
  await used(app, metered, at('10:00'), '1');
  await used(app, metered, at('11:00'), '2');
  app.clock.moveTo(at('11:30'));
  const successor = await renew(contractId);
  await goTo(app, at('11:31'));
  expect(await linkOf(contractId)).toMatchObject({ state: 'unsubscribed' });
  expect(await linkOf(successor)).toMatchObject({
    state: 'activated',
    accountID: account,
    gmtActivated: '2026-10-04T11:30:00.000Z',
    metersBy: 'licence',
  });
  await used(app, metered, at('11:40'), '4');
  await goTo(app, at('12:10'));
  expect(held(account)).toEqual({ '10:00': 100, '11:00': 200 });
  await used(app, metered, at('12:00'), '8');
  await goTo(app, at('13:10'));
  expect(held(account)).toEqual({ '10:00': 100, '11:00': 200, '12:00': 1200 });
  expect((await hourlyStatementsOf(app, contractId)).map(({ hour }) => hour.slice(11, 16))).toEqual(['10:00', '11:00']);
  expect((await hourlyStatementsOf(app, successor)).map(({ hour }) => hour.slice(11, 16))).toEqual(['12:00']);
});

it('at a full hour that hour is the successor’s, however late the step runs', async () => {
  const { account, ...metered } = await linkedContract(app, standIn);
  await used(app, metered, at('10:00'), '1');
  const successor = await renew(metered.contractId, at('11:00'));
  app.clock.moveTo(at('12:05'));
  await app.ticks.find(({ name }) => name === 'contract.follow-plans')?.run(app.clock.now());
  await used(app, metered, at('11:00'), '2');
  await goTo(app, at('12:10'));
  expect(held(account)).toEqual({ '10:00': 100, '11:00': 200 });
  expect(await hourlyStatementsOf(app, successor)).toMatchObject([{ hour: at('11:00').replace('Z', '.000Z') }]);
});

it('a link ends if the successor has its own link', async () => {
  const linked = await linkedContract(app, standIn);
  const other = await linkedContract(app, standIn);
  await internalCaller(app).call(contractLifecycles.create, {
    body: { contractId: linked.contractId, state: 'Renewed', reason: 'as agreed', successorId: other.contractId },
  });
  await goTo(app, at('10:21'));
  expect(await linkOf(linked.contractId)).toMatchObject({ state: 'unsubscribed' });
  expect(await linkOf(other.contractId)).toMatchObject({ state: 'activated', accountID: other.account });
});

it('an operator can end a link, whose last hour is still reported', async () => {
  const { account, ...metered } = await linkedContract(app, standIn);
  const input = { params: { id: metered.contractId }, body: { reason: 'The product is given up' } };
  await used(app, metered, at('10:00'), '3');
  expect(await internalCaller(app).call(calls.unlink, input)).toMatchObject({ state: 'unsubscribed' });
  await goTo(app, at('10:30'));
  await goTo(app, at('12:10'));
  expect(held(account)).toEqual({ '10:00': 300 });
  expect(await internalCaller(app).refusal(calls.unlink, input)).toMatchObject({
    code: 409,
    reason: 'MARKETPLACE_CONFLICT',
  });
  const { id } = await contract(app);
  const never = { params: { id }, body: input.body };
  expect(await internalCaller(app).refusal(calls.unlink, never)).toMatchObject({ code: 404 });
});
