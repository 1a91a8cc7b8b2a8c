import { type BudgetTerms, budgets } from '@usance/api/billing/budget';
import { dataclouds } from '@usance/api/contract/datacloud';
import { datacloudTags } from '@usance/api/contract/datacloud-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { type RatedRow, rowsRated } from '../purchase/rated-rows.fixture.ts';
import { followBudgets } from './follow-budgets.ts';
import { contractsToStop, stopDataclouds } from './stop-dataclouds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const stopped = { state: 'PAUSED', stopped: true };
const running = { state: 'RUNNING', stopped: false };
const round = () => followBudgets(app.deps, app.clock.now());

type Query = typeof app.deps.clickhouse.query;
/** A round that asks the usage database by `query`. */
const roundWith = (query: Query) =>
  followBudgets(
    {
      ...app.deps,
      clickhouse: new Proxy(app.deps.clickhouse, {
        get: (engine, key) => (key === 'query' ? query : Reflect.get(engine, key)),
      }),
    },
    app.clock.now(),
  );
/** A round in which something happens while it counts. */
const roundDuring = (happens: () => Promise<unknown>) => {
  let happened: Promise<unknown> | undefined;
  return roundWith((async (...asked: Parameters<Query>) => {
    const found = await app.deps.clickhouse.query(...asked);
    happened ??= happens();
    await happened;
    return found;
  }) as Query);
};
const roundWhileAway = () => roundWith(() => Promise.reject(new Error('away')));

let count = 0;
/** A contract with a tagged data cloud that a budget of 100 has stopped, at 150. */
async function stoppedBy(terms: Partial<BudgetTerms> = {}) {
  count += 1;
  const { id } = await contract(app);
  const admin = await member(app, id, 'admin');
  const params = { id };
  const made = { contractId: id, name: `stopped_${count}`, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  const { id: datacloudID } = await admin.call(dataclouds.create, { body: made });
  const tag = (tags: readonly { key: string; value: string }[], caller = admin) =>
    caller.call(datacloudTags.replace, { params: { ...params, datacloudID }, body: { tags: [...tags] } });
  await tag([{ key: 'team', value: 'data' }]);
  const first = { name: 'all', amount: '100', atLimit: 'stop', ...terms } as const;
  const { id: budgetID } = await admin.call(budgets.create, { params, body: first });
  const rated = (row: RatedRow) => rowsRated(app, id, 'UTC', [{ datacloud_id: datacloudID, ...row }]);
  await rated({ bill_at: app.clock.now().toISOString(), amount: '150' });
  await round();
  const of = { params: { ...params, budgetID } };
  const own = {
    ...{ id, admin, of, params, tag, rated },
    edit: (changed: Partial<BudgetTerms>) => admin.call(budgets.update, { ...of, body: { ...first, ...changed } }),
    only: async () => (await admin.call(budgets.list, { params, query: {} })).items[0],
    remove: () => admin.call(dataclouds.delete, { params: { datacloudID }, query: { regionID: 'aws-us-east-1' } }),
    kept: () =>
      app.deps.db
        .selectFrom('datacloud')
        .select(['state', 'stopped'])
        .where('id', '=', datacloudID)
        .executeTakeFirstOrThrow(),
  };
  expect(await own.kept()).toEqual(stopped);
  return own;
}

describe('a budget that was edited and not counted since', () => {
  it.each([
    ['its name', { name: 'renamed' }],
    ['its amount, to what the month so far may have passed', { amount: '160' }],
    ['its filter', { filter: { region: ['us-east-1'] } }],
  ])('frees nothing after a change of %s', async (_, changed) => {
    const { edit, rated, kept, only } = await stoppedBy();
    await rated({ bill_at: '2026-10-14T00:00:00Z', amount: '50' });
    await edit(changed);
    await roundWhileAway();
    expect(await kept()).toEqual(stopped);
    await round();
    expect(await kept()).toEqual(stopped);
    expect(await only()).toMatchObject({ state: 'stopped', spent: { amount: '200.00000000' } });
  });

  it('frees nothing if it was edited after its contract was counted', async () => {
    const { id, edit, kept } = await stoppedBy();
    await edit({ filter: { region: ['us-east-1'] } });
    expect(await contractsToStop(app.deps.db)).toContain(id);
    const work = (tx: Parameters<typeof lockContract>[0]) => ({ tx, now: app.clock.now() });
    await app.deps.db
      .transaction()
      .execute(async (tx) => stopDataclouds(work(tx), await lockContract(tx, id), app.deps.provisioner));
    expect(await kept()).toEqual(stopped);
  });

  it('still says that it has stopped under a new name, and lets an admin continue', async () => {
    const { admin, of, edit, kept } = await stoppedBy();
    expect(await edit({ name: 'renamed' })).toMatchObject({ state: 'stopped', spent: { amount: '150.00000000' } });
    await admin.call(budgets.goOn, of);
    await roundWhileAway();
    expect(await kept()).toEqual(running);
  });

  it('frees what its new filter leaves out, once it is counted, though it stops others', async () => {
    const { edit, rated, kept, only } = await stoppedBy();
    await rated({ bill_at: '2026-10-14T00:00:00Z', amount: '100', region: 'eu-west-1', datacloud_id: 'dc-other' });
    await edit({ filter: { region: ['eu-west-1'] } });
    await roundWhileAway();
    expect(await kept()).toEqual(stopped);
    await round();
    expect(await only()).toMatchObject({ state: 'stopped' });
    expect(await kept()).toEqual(running);
  });

  it('keeps a count that a rating has overtaken', async () => {
    const { edit, rated, kept, only } = await stoppedBy();
    await edit({ filter: { region: ['us-east-1'] } });
    await roundDuring(() => rated({ bill_at: '2026-10-13T00:00:00Z', amount: '7' }));
    expect(await only()).toMatchObject({ state: 'stopped', spent: { amount: '150.00000000' } });
    expect(await kept()).toEqual(stopped);
    await round();
    expect(await only()).toMatchObject({ spent: { amount: '157.00000000' } });
  });

  it('keeps no count of the filter before', async () => {
    const { edit, kept, only } = await stoppedBy();
    await edit({ filter: { region: ['us-east-1'] } });
    await roundDuring(() => edit({ filter: { region: ['eu-west-1'] } }));
    expect(await only()).not.toHaveProperty('spent');
    expect(await kept()).toEqual(stopped);
    await round();
    expect(await only()).toMatchObject({ spent: { amount: '0.00000000' } });
    expect(await kept()).toEqual(running);
  });
});

describe('a data cloud that a budget has stopped', () => {
  it('is not freed by a dc_creator, who may not continue, by taking its tag off', async () => {
    const { admin, params, of, tag, kept, only } = await stoppedBy({ filter: { tag: ['team=data'] } });
    const creator = await member(app, params.id, 'dc_creator');
    expect(await creator.refusal(budgets.goOn, of)).toMatchObject({ code: 403 });
    // An hour later, so that the counted usage keeps its tag.
    app.clock.moveTo(new Date(app.clock.now().getTime() + 3_600_000).toISOString());
    await tag([], creator);
    await round();
    expect(await only()).toMatchObject({ state: 'stopped' });
    expect(await kept()).toEqual(stopped);
    await admin.call(budgets.goOn, of);
    await round();
    expect(await kept()).toEqual(running);
  });

  it('runs once an admin continues, though another budget that could stop it cannot be counted', async () => {
    const { admin, of, params, rated, kept } = await stoppedBy();
    await admin.call(budgets.create, {
      params,
      body: { name: 'far', amount: '10000', atLimit: 'stop', warnings: [], filter: {} },
    });
    await rated({ bill_at: '2026-10-14T00:00:00Z', amount: '1' });
    await admin.call(budgets.goOn, of);
    await roundWhileAway();
    expect(await kept()).toEqual(running);
  });

  it('is not followed any more once it is deleted', async () => {
    const { id, admin, of, remove, kept } = await stoppedBy();
    await remove();
    expect(await kept()).toEqual({ state: 'DELETED', stopped: false });
    await admin.call(budgets.delete, of);
    expect(await contractsToStop(app.deps.db)).not.toContain(id);
  });

  it('runs on with the next month, even if that cannot be counted', async () => {
    const { rated, kept } = await stoppedBy();
    await rated({ bill_at: '2026-10-14T00:00:00Z', amount: '1' });
    app.clock.moveTo('2026-11-01T00:00:00Z');
    await roundWhileAway();
    expect(await kept()).toEqual(running);
  });
});
