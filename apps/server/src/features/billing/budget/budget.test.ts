import { type BudgetTerms, budgets } from '@usance/api/billing/budget';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { dataclouds } from '@usance/api/contract/datacloud';
import { datacloudTags } from '@usance/api/contract/datacloud-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followDue } from '../account-period/follow-due.ts';
import type { RatedRow } from '../purchase/rated-rows.fixture.ts';
import { budgetUsed, customerOf, ratedIn } from './budget.fixture.ts';
import { followBudgets } from './follow-budgets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const round = () => followBudgets(app.deps, app.clock.now());
const used = (id: string, rows: readonly RatedRow[], currency?: 'USD' | 'CNY') => budgetUsed(app, id, rows, currency);
const customer = (currency?: 'USD' | 'CNY') => customerOf(app, currency);

let clouds = 0;
/** A contract with running data clouds. */
async function running(regions: readonly string[] = ['aws-us-east-1']) {
  const own = await customer();
  const ids: string[] = [];
  for (const regionID of regions) {
    clouds += 1;
    const body = { contractId: own.params.id, name: `budgeted_${clouds}`, regionID, edition: 'ENTERPRISE' } as const;
    ids.push((await own.admin.call(dataclouds.create, { body })).id);
  }
  const states = async () => {
    const { items } = await own.admin.call(dataclouds.list, { query: { contractId: own.params.id } });
    const byId = new Map(items.map(({ id, state, stopped }) => [id, stopped ? `${state} by a budget` : state]));
    return ids.map((id) => byId.get(id));
  };
  return { ...own, ids, states };
}

describe('the cost of the running month', () => {
  it('is the exact sum of the rated rows that the filter selects', async () => {
    const { params, set, only, admin } = await customer();
    await used(params.id, [
      ratedIn('09-30T23', '1000'),
      ratedIn('10-01T00', '1.000000000001'),
      ratedIn('10-14T05', '0.5', { product: 'Storage', datacloud_id: 'dc-bbbb', region: 'eu-west-1' }),
      ratedIn('10-14T06', '-0.25'),
    ]);
    const { id } = await set({});
    expect(await only()).not.toHaveProperty('spent');
    await round();
    expect(await only()).toMatchObject({ month: '2026-10', state: 'within', spent: { amount: '1.250000000001' } });
    const counted = async (filter: BudgetTerms['filter']) => {
      const body = { name: 'all', amount: '100', filter };
      await admin.call(budgets.update, { params: { ...params, budgetID: id }, body });
      expect(await only()).not.toHaveProperty('spent');
      await round();
      return (await only())?.spent?.amount;
    };
    expect(await counted({ product: ['Storage'] })).toBe('0.50000000');
    expect(await counted({ datacloudID: ['dc-aaaa'] })).toBe('0.750000000001');
    expect(await counted({ region: ['eu-west-1', 'us-east-1'] })).toBe('1.250000000001');
    expect(await counted({ tag: ['team=data'] })).toBe('0.00000000');
  });

  it('begins anew with the month in the contract’s zone', async () => {
    const { params, set, only } = await customer('CNY');
    await used(params.id, [ratedIn('09-30T15', '7'), ratedIn('09-30T16', '3')], 'CNY');
    await set({});
    await round();
    expect((await only())?.spent?.amount).toBe('3.00000000');
  });

  it('follows each rating', async () => {
    const { params, set, only } = await customer();
    await set({});
    await round();
    expect((await only())?.spent?.amount).toBe('0.00000000');
    await used(params.id, [ratedIn('10-02T00', '60')]);
    await round();
    expect(await only()).toMatchObject({ spent: { amount: '60.00000000', percent: '60.0' } });
  });

  it('follows a tag that changes within an hour that is rated', async () => {
    const { params, admin, ids, set, only } = await running();
    const [datacloudID = ''] = ids;
    const tag = (value: string) =>
      admin.call(datacloudTags.replace, {
        params: { ...params, datacloudID },
        body: { tags: [{ key: 'team', value }] },
      });
    await tag('data');
    await set({ filter: { tag: ['team=data'] } });
    await used(params.id, [ratedIn('10-15T12', '5', { datacloud_id: datacloudID })]);
    await round();
    expect((await only())?.spent?.amount).toBe('5.00000000');
    await tag('search');
    await round();
    expect((await only())?.spent?.amount).toBe('0.00000000');
  });
});

describe('people are told', () => {
  it('once of the highest share that is reached, and once of the whole amount', async () => {
    const { params, set, told } = await customer();
    await set({ warnings: [80, 50, 120] });
    await used(params.id, [ratedIn('10-02T00', '49.99999999')]);
    await round();
    expect(await told()).toEqual([]);
    await used(params.id, [ratedIn('10-03T00', '31')]);
    await round();
    await used(params.id, [ratedIn('10-04T00', '1')]);
    await round();
    expect(await told()).toEqual(['The cost has reached 80% of a budget']);
    await used(params.id, [ratedIn('10-05T00', '40')]);
    await round();
    await used(params.id, [ratedIn('10-06T00', '1')]);
    await round();
    const all = await told();
    expect(all.toSorted()).toEqual([
      'The cost has reached 120% of a budget',
      'The cost has reached 80% of a budget',
      'The cost has reached a budget',
    ]);
  });

  it('again of another amount', async () => {
    const { params, set, told, admin } = await customer();
    const { id } = await set({ warnings: [80] });
    await used(params.id, [ratedIn('10-02T00', '90')]);
    await round();
    const body = { name: 'all', amount: '110', warnings: [80] };
    await admin.call(budgets.update, { params: { ...params, budgetID: id }, body });
    await round();
    expect(await told()).toEqual(['The cost has reached 80% of a budget', 'The cost has reached 80% of a budget']);
  });
});

describe('a budget that asks', () => {
  it('stops nothing, and waits for an answer of who manages the bills', async () => {
    const { params, admin, states, set, only, told } = await running();
    const { id } = await set({ atLimit: 'ask', warnings: [] });
    const asked = { params: { ...params, budgetID: id } };
    expect(await admin.refusal(budgets.goOn, asked)).toMatchObject({ code: 409, reason: 'BUDGET_CONFLICT' });
    await used(params.id, [ratedIn('10-02T00', '100')]);
    await round();
    expect(await only()).toMatchObject({ state: 'asked' });
    expect(await told()).toEqual(['The cost has reached a budget: continue?']);
    const viewer = await member(app, params.id, 'billing_viewer');
    expect(await viewer.refusal(budgets.goOn, asked)).toMatchObject({ code: 403 });
    expect(await admin.call(budgets.goOn, asked)).toMatchObject({ state: 'goneOn', goneOnBy: admin.identifier });
    expect(await states()).toEqual(['RUNNING']);
  });
});

describe('a choice to continue', () => {
  it.each([
    ['another amount', { amount: '150', atLimit: 'stop' }],
    ['another consequence', { amount: '100', atLimit: 'ask' }],
  ] as const)('ends with %s, of which people are told', async (_, terms) => {
    const { params, admin, set, only, told } = await customer();
    const { id } = await set({ atLimit: 'stop', warnings: [] });
    const of = { params: { ...params, budgetID: id } };
    await used(params.id, [ratedIn('10-02T00', '110')]);
    await round();
    await admin.call(budgets.goOn, of);
    const body = { name: 'all', warnings: [], ...terms };
    expect(await admin.call(budgets.update, { ...of, body })).not.toHaveProperty('goneOnBy');
    await used(params.id, [ratedIn('10-03T00', '90')]);
    await round();
    expect(await only()).toMatchObject({ state: terms.atLimit === 'stop' ? 'stopped' : 'asked' });
    expect(await told()).toHaveLength(2);
  });

  it('stays with another name, and with the same amount written otherwise', async () => {
    const { params, admin, set } = await customer();
    const { id } = await set({ atLimit: 'stop', warnings: [] });
    const of = { params: { ...params, budgetID: id } };
    await used(params.id, [ratedIn('10-02T00', '110')]);
    await round();
    await admin.call(budgets.goOn, of);
    const body = { name: 'renamed', amount: '100.00', atLimit: 'stop' } as const;
    expect(await admin.call(budgets.update, { ...of, body })).toMatchObject({ state: 'goneOn' });
  });
});

describe('a budget that stops', () => {
  const stops = { atLimit: 'stop' } as const;

  it('pauses the data clouds of its filter, later ones too, until somebody continues', async () => {
    const { params, admin, ids, states, set } = await running(['aws-us-east-1', 'aws-eu-central-1', 'aws-us-east-1']);
    const [, , tagged = ''] = ids;
    const tags = [{ key: 'team', value: 'data' }];
    const { id } = await set({ ...stops, filter: { tag: ['team=data'] } });
    await admin.call(datacloudTags.replace, { params: { ...params, datacloudID: tagged }, body: { tags } });
    await used(params.id, [ratedIn('10-15T11', '150', { datacloud_id: tagged })]);
    await round();
    expect(await states()).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
    await used(params.id, [ratedIn('10-16T11', '150', { datacloud_id: tagged })]);
    await round();
    expect(await states()).toEqual(['RUNNING', 'RUNNING', 'PAUSED by a budget']);
    const [other = ''] = ids;
    await admin.call(datacloudTags.replace, { params: { ...params, datacloudID: other }, body: { tags } });
    await round();
    expect(await states()).toEqual(['PAUSED by a budget', 'RUNNING', 'PAUSED by a budget']);
    await admin.call(budgets.goOn, { params: { ...params, budgetID: id } });
    await round();
    expect(await states()).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
  });

  it.each(['raised', 'deleted'] as const)('lets them run on when it is %s', async (how) => {
    const { params, admin, states, set } = await running(['aws-us-east-1', 'aws-eu-central-1']);
    const { id } = await set(stops);
    await used(params.id, [ratedIn('10-02T00', '100')]);
    await round();
    expect(await states()).toEqual(['PAUSED by a budget', 'PAUSED by a budget']);
    const of = { params: { ...params, budgetID: id } };
    if (how === 'raised') await admin.call(budgets.update, { ...of, body: { name: 'all', amount: '101', ...stops } });
    else await admin.call(budgets.delete, of);
    await round();
    expect(await states()).toEqual(['RUNNING', 'RUNNING']);
  });

  it('keeps them paused while the account follows its own way, and frees none of a suspended account', async () => {
    const { params, admin, states, set } = await running();
    const { id } = await set(stops);
    await used(params.id, [ratedIn('10-02T00', '100')]);
    await round();
    const serves = (service: 'running' | 'paused') =>
      app.deps.db
        .updateTable('account_period')
        .set({ service, follow_at: app.clock.now() })
        .where('contract_id', '=', params.id)
        .execute();
    await serves('running');
    await followDue(app.deps, app.clock.now());
    expect(await states()).toEqual(['PAUSED by a budget']);
    await serves('paused');
    await admin.call(budgets.goOn, { params: { ...params, budgetID: id } });
    await round();
    expect(await states()).toEqual(['PAUSED']);
    await serves('running');
    await followDue(app.deps, app.clock.now());
    expect(await states()).toEqual(['RUNNING']);
  });

  it('of some products is refused, because usage of others would stop with it', async () => {
    const { params, admin } = await customer();
    const body = { name: 'one', amount: '5', filter: { product: ['Compute'] }, ...stops };
    const refusal = await admin.refusal(budgets.create, { params, body });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'atLimit' } });
  });
});

it('runs on in a contract that renewed its own', async () => {
  const { params, states, set } = await running();
  await set({ atLimit: 'stop' });
  await used(params.id, [ratedIn('10-02T00', '100')]);
  await round();
  expect(await states()).toEqual(['PAUSED by a budget']);
  const { id } = await contract(app);
  await internalCaller(app).call(contractLifecycles.create, {
    body: { contractId: params.id, state: 'Renewed', reason: 'as agreed', successorId: id },
  });
  await round();
  const moved = await app.deps.db.selectFrom('datacloud').select('state').where('contract_id', '=', id).execute();
  expect(moved).toEqual([{ state: 'RUNNING' }]);
});

it('stops nothing in a later month by the cost of an earlier one', async () => {
  const { params, ids, set } = await running();
  await set({ atLimit: 'stop' });
  await used(params.id, [ratedIn('10-02T00', '100')]);
  // Sessions end before the month does.
  const states = () => app.deps.db.selectFrom('datacloud').select('state').where('id', 'in', ids).execute();
  await round();
  expect(await states()).toEqual([{ state: 'PAUSED' }]);
  await app.clock.moveTo('2026-11-01T00:00:00Z');
  await round();
  expect(await states()).toEqual([{ state: 'RUNNING' }]);
});
