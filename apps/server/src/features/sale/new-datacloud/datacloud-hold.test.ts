import { bank } from '@usance/api/billing/bank';
import { creditLimits } from '@usance/api/billing/credit-limit';
import { dataclouds } from '@usance/api/contract/datacloud';
import { holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertFollowed } from '#testing/assert-followed.ts';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { contractWith } from '../../billing/hold/hold.fixture.ts';
import { releaseEnded } from '../../billing/hold/release-ended.ts';
import { verifyHolds } from '../../billing/hold/verify-holds.ts';
import { costing, signed } from '../../billing/statement/statement.fixture.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { keepDatacloudState } from '../../contract/datacloud/change-state.ts';
import { lockDatacloud } from '../../contract/datacloud/datacloud.queries.ts';
import { moveDataclouds } from '../../contract/datacloud/move-dataclouds.ts';
import { builtInProvisioner, outcomeOfOrder, type Provisioner } from '../../contract/datacloud/provisioner.ts';

/** The provisioner accepts data clouds with this prefix but does not complete them. */
const slow = 'slow';
const provisioner: Provisioner = {
  ...builtInProvisioner,
  order: async (_work, { name }, { kind }) => (name.startsWith(slow) ? 'accepted' : outcomeOfOrder(kind)),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-07T12:00:00Z', datacloudHold: { USD: '30', CNY: '0' }, provisioner });
});
afterAll(async () => {
  expect(await verifyHolds(app.deps.db)).toEqual([]);
  await assertFollowed(app);
  await app.close();
});
const internal = () => internalCaller(app);

let count = 0;
async function creatorOn(amount: string) {
  const own = await contractWith(app, amount);
  const creator = await member(app, own.id, 'dc_creator');
  count += 1;
  const body = { contractId: own.id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  const named = (name: string) => ({ body: { ...body, name: `${name}_${count}` } });
  return { ...own, creator, named, create: (name: string) => creator.call(dataclouds.create, named(name)) };
}

it('each new data cloud holds the amount, and its deletion releases it', async () => {
  const { id, params, create, creator, bank: bankOf } = await creatorOn('100');
  const datacloud = await create('first');
  expect(await bankOf()).toMatchObject({ balance: '100.00000000', frozen: '30.00000000' });
  const { items } = await internal().call(holds.list, { params, query: {} });
  expect(items).toMatchObject([{ cause: 'preAuthorization', datacloudID: datacloud.id, amount: '30.00000000' }]);
  expect(await releaseEnded(app.deps, app.clock.now())).toBe(0);
  await creator.call(dataclouds.delete, {
    params: { datacloudID: datacloud.id },
    query: { regionID: 'aws-us-east-1' },
  });
  expect(await releaseEnded(app.deps, app.clock.now())).toBe(1);
  expect(await releaseEnded(app.deps, app.clock.now())).toBe(0);
  expect(await bankOf()).toMatchObject({ balance: '100.00000000', frozen: '0.00000000' });
  const acts = await app.deps.db
    .selectFrom('audit')
    .select('call')
    .where('contract_id', '=', id)
    .where('call', '=', 'frozen.release-ended')
    .execute();
  expect(acts).toHaveLength(1);
});

it('one that fails releases it', async () => {
  const { create, bank: bankOf } = await creatorOn('100');
  const { id } = await create(slow);
  await app.deps.db
    .transaction()
    .execute(async (tx) => keepDatacloudState({ tx, now: app.clock.now() }, await lockDatacloud(tx, id), 'failed'));
  expect(await bankOf()).toMatchObject({ frozen: '30.00000000' });
  expect(await releaseEnded(app.deps, app.clock.now())).toBe(1);
  expect(await bankOf()).toMatchObject({ frozen: '0.00000000' });
});

it('one that moves to a renewed contract releases it, while those that stay keep theirs', async () => {
  const [from, to] = [await creatorOn('100'), await creatorOn('100')];
  await from.create('goes');
  await to.create('stays');
  await app.deps.db
    .transaction()
    .execute(async (tx) => moveDataclouds(tx, await lockContract(tx, from.id, to.id), to.id, app.clock.now()));
  expect(await releaseEnded(app.deps, app.clock.now())).toBe(1);
  expect(await from.bank()).toMatchObject({ frozen: '0.00000000' });
  expect(await to.bank()).toMatchObject({ frozen: '30.00000000' });
});

it('nothing is held for a currency with the amount 0', async () => {
  const { id } = await contract(app, { currency: 'CNY' });
  const creator = await member(app, id, 'dc_creator');
  const body = { contractId: id, regionID: 'aws-us-east-1', edition: 'ENTERPRISE', name: 'in_yuan' } as const;
  expect(await creator.call(dataclouds.create, { body })).toMatchObject({ state: 'RUNNING' });
});

it('recalculating holds releases that of a deleted data cloud', async () => {
  const { id, create, creator } = await creatorOn('100');
  const { id: datacloudID } = await create('gone');
  await creator.call(dataclouds.delete, { params: { datacloudID }, query: { regionID: 'aws-us-east-1' } });
  const told = await internal().call(holds.calculate, { body: { contractId: id } });
  expect(told).toMatchObject({
    frozen: '0.00000000',
    difference: '-30.00000000',
    causes: [{ cause: 'preAuthorization', difference: '-30.00000000' }],
  });
});

it('without enough free cash no data cloud is created, whatever the credit limit', async () => {
  const { id, params, hold, creator, named, bank: bankOf } = await creatorOn('40');
  await hold('11');
  const limit = { start: '2026-10-07T12:00:00Z', amount: '1000', currency: 'USD', reason: 'as agreed' } as const;
  await internal().call(creditLimits.create, { params, body: limit });
  expect(await creator.refusal(dataclouds.create, named('poor'))).toMatchObject({
    code: 409,
    reason: 'FROZEN_CONFLICT',
    metadata: { amount: '30', short: 'cash' },
  });
  expect(await bankOf()).toMatchObject({ frozen: '11.00000000' });
  const { items } = await creator.call(dataclouds.list, { query: { contractId: id } });
  expect(items).toEqual([]);
  await internal().call(bank.record, { params, body: { type: 'deposit', amount: '1', currency: 'USD' } });
  await creator.call(dataclouds.create, named('poor'));
});

it('with cash that is owed already no data cloud is created', async () => {
  const { id, creator, named } = await creatorOn('40');
  await signed(app, { contractId: id, month: '2026-09', lines: [costing('11')], at: '2026-10-07T12:00:00Z' });
  const refusal = await creator.refusal(dataclouds.create, named('owing'));
  expect(refusal).toMatchObject({ reason: 'FROZEN_CONFLICT', metadata: { short: 'availableBalance' } });
});

it('two that are created at once hold no more than the free cash', async () => {
  const { create, bank: bankOf } = await creatorOn('50');
  const both = await Promise.allSettled([create('one'), create('two')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await bankOf()).toMatchObject({ balance: '50.00000000', frozen: '30.00000000' });
});
