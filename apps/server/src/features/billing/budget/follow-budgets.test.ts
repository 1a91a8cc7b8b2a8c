import { budgets } from '@usance/api/billing/budget';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { budgetUsed, customerOf, ratedIn } from './budget.fixture.ts';
import { followBudgets } from './follow-budgets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows are put in and lost',
  });
});
afterAll(() => app.close());
const round = (deps = app.deps) => followBudgets(deps, app.clock.now());

/** A customer with a data cloud. */
async function servedCustomer(name: string) {
  const customer = await customerOf(app);
  const { admin, params } = customer;
  const body = { contractId: params.id, name, regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  await admin.call(dataclouds.create, { body });
  const state = async () => (await admin.call(dataclouds.list, { query: { contractId: params.id } })).items[0]?.state;
  return { ...customer, state };
}

it('tells no lower share after a higher one, once a correction takes the cost down', async () => {
  const { params, set, told } = await customerOf(app);
  await set({ warnings: [50, 80] });
  const news = ['The cost has reached 80% of a budget'];
  for (const [hour, amount] of [
    ['10-02T00', '92'],
    ['10-03T00', '-37'],
  ] as const) {
    await budgetUsed(app, params.id, [ratedIn(hour, amount)]);
    await round();
    expect(await told()).toEqual(news);
  }
});

it('lets a choice to continue wait for the count of no other contract', async () => {
  const slow = await customerOf(app);
  const { params, admin, set, state } = await servedCustomer('waits_for_nobody');
  const { id: budgetID } = await set({ atLimit: 'stop' });
  await budgetUsed(app, params.id, [ratedIn('10-02T00', '100')]);
  await round();
  expect(await state()).toBe('PAUSED');
  await slow.set({});
  await admin.call(budgets.goOn, { params: { ...params, budgetID } });
  const answered = Promise.withResolvers<void>();
  const limits: unknown[] = [];
  const query: typeof app.deps.clickhouse.query = async (statement, given, settings, bounds) => {
    limits.push(bounds?.limits?.seconds);
    await answered.promise;
    return app.deps.clickhouse.query(statement, given, settings, bounds);
  };
  const clickhouse = new Proxy(app.deps.clickhouse, {
    get: (engine, key) => (key === 'query' ? query : Reflect.get(engine, key)),
  });
  const counting = round({ ...app.deps, clickhouse });
  await expect.poll(state).toBe('RUNNING');
  answered.resolve();
  await counting;
  expect(new Set(limits)).toEqual(new Set([30]));
});

it('frees no data cloud because the usage database has lost rated rows', async () => {
  const { params, set, state, only } = await servedCustomer('rows_are_lost');
  await set({ atLimit: 'stop' });
  await budgetUsed(app, params.id, [ratedIn('10-02T00', '100')]);
  await round();
  expect(await state()).toBe('PAUSED');
  for (const table of ['rated_rollup', 'purchase'])
    await app.deps.clickhouse.command(`DELETE FROM ${table} WHERE contract_id = {id:String}`, { id: params.id });
  await budgetUsed(app, params.id, [ratedIn('10-03T00', '1')]);
  await round();
  expect(await state()).toBe('PAUSED');
  expect((await only())?.spent?.amount).toMatch(/^100\./);
});

describe('usage of the last days of a month that is sent after its end', () => {
  const lateIn = async (terms: Parameters<Awaited<ReturnType<typeof customerOf>>['set']>[0], before: string) => {
    app.clock.moveTo('2026-10-31T23:50:00Z');
    const customer = await servedCustomer('late_meter');
    await customer.set(terms);
    await budgetUsed(app, customer.params.id, [ratedIn('10-30T00', before)]);
    await round();
    return customer;
  };

  it('is told of with its month, once, and stops nothing any more', async () => {
    const { params, told, state } = await lateIn({ warnings: [80], atLimit: 'stop' }, '79');
    expect(await told()).toEqual([]);
    app.clock.moveTo('2026-11-01T00:10:00Z');
    await budgetUsed(app, params.id, [ratedIn('10-31T00', '20')]);
    await round();
    const [share, whole] = ['The cost has reached 80% of a budget', 'The cost has reached a budget'];
    expect(await told()).toEqual([share]);
    await budgetUsed(app, params.id, [ratedIn('10-29T00', '80')]);
    for (let again = 0; again < 2; again += 1) await round();
    expect(await told()).toEqual([whole, share]);
    expect(await state()).toBe('RUNNING');
  });
});
