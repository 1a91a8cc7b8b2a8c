import { budgets } from '@usance/api/billing/budget';
import { dataclouds } from '@usance/api/contract/datacloud';
import { datacloudTags } from '@usance/api/contract/datacloud-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { signed } from '../statement/statement.fixture.ts';
import { budgetUsed, customerOf, ratedIn } from './budget.fixture.ts';
import { followBudgets } from './follow-budgets.ts';
import { openFormerMonth } from './former-month.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-09-30T12:00:00Z',
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

/** A customer whose budget was counted shortly before the end of a month of 2026. */
async function lateIn(month: string, terms: Parameters<Customer['set']>[0], before: string) {
  app.clock.moveTo(`2026-${month}-30T12:00:00Z`);
  const customer = await servedCustomer(`late_meter_${month}`);
  await customer.set(terms);
  await budgetUsed(app, customer.params.id, [ratedIn(`${month}-28T00`, before)]);
  await round();
  return customer;
}
type Customer = Awaited<ReturnType<typeof customerOf>>;

it('a month that has passed is told of until it is signed', async () => {
  const { params } = await customerOf(app);
  app.clock.moveTo('2026-10-02T10:00:00Z');
  const contract = await getContract(app.deps.db, params.id);
  const open = () => openFormerMonth(app.deps.db, contract, app.clock.now());
  expect(await open()).toBe('2026-09');
  await signed(app, { contractId: params.id, month: '2026-09', lines: [], at: '2026-10-02T10:00:00Z' });
  expect(await open()).toBeUndefined();
});

describe('in the running month', () => {
  beforeAll(() => app.clock.moveTo('2026-10-15T12:00:00Z'));

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

  it('believes no lost rows of a day that a tag cuts either', async () => {
    const { params, admin, set, state } = await servedCustomer('cut_by_a_tag');
    const [datacloud] = (await admin.call(dataclouds.list, { query: { contractId: params.id } })).items;
    const datacloudID = datacloud?.id ?? '';
    const tags = [{ key: 'team', value: 'data' }];
    await admin.call(datacloudTags.replace, { params: { ...params, datacloudID }, body: { tags } });
    await set({ atLimit: 'stop', filter: { tag: ['team=data'] } });
    await budgetUsed(app, params.id, [ratedIn('10-15T12', '150', { datacloud_id: datacloudID })]);
    await round();
    expect(await state()).toBe('PAUSED');
    await app.deps.clickhouse.command('DELETE FROM purchase WHERE contract_id = {id:String}', { id: params.id });
    await budgetUsed(app, params.id, [ratedIn('10-13T00', '1', { datacloud_id: datacloudID })]);
    await round();
    expect(await state()).toBe('PAUSED');
  });
});

describe('usage of the last days of a month that is sent after its end', () => {
  it('is told of with its month, once, and stops nothing any more', async () => {
    const { params, told, state } = await lateIn('10', { warnings: [80], atLimit: 'stop' }, '79');
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

  it('is told of even if the month could not be read at first', async () => {
    const { params, told, only } = await lateIn('11', { warnings: [80] }, '79');
    app.clock.moveTo('2026-12-01T00:10:00Z');
    await budgetUsed(app, params.id, [ratedIn('11-30T00', '20'), ratedIn('12-01T00', '3')]);
    let asked = 0;
    const query: typeof app.deps.clickhouse.query = (...given) => {
      if (given[1]?.['contractId'] !== params.id) return app.deps.clickhouse.query(...given);
      asked += 1;
      // The sums of the running month are read first.
      return asked > 2 ? Promise.reject(new Error('too slow')) : app.deps.clickhouse.query(...given);
    };
    const clickhouse = new Proxy(app.deps.clickhouse, {
      get: (engine, key) => (key === 'query' ? query : Reflect.get(engine, key)),
    });
    await round({ ...app.deps, clickhouse });
    expect(await only()).toMatchObject({ month: '2026-12', spent: { amount: expect.stringMatching(/^3\./) } });
    expect(await told()).toEqual([]);
    await round();
    expect(await told()).toEqual(['The cost has reached 80% of a budget']);
  });

  it('is not told of by terms that were set since', async () => {
    const { params, admin, told, only } = await lateIn('12', { amount: '1000', warnings: [] }, '500');
    app.clock.moveTo('2027-01-01T02:00:00Z');
    await round();
    const budgetID = (await only())?.id ?? '';
    const body = {
      name: 'all',
      amount: '100',
      filter: {},
      warnings: [80],
      forecastWarnings: [],
      atLimit: 'tell',
    } as const;
    await admin.call(budgets.update, {
      params: { ...params, budgetID },
      body: { ...body, warnings: [80], forecastWarnings: [] },
    });
    await round();
    expect(await told()).toEqual([]);
  });
});
