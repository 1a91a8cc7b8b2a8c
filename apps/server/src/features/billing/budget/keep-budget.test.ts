import { budgets, mostBudgets } from '@usance/api/billing/budget';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { customerOf } from './budget.fixture.ts';

let app: TestApp;
const names = { C: '', B: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  const { admin, params } = await customer();
  names.C = params.id;
  names.B = (await admin.call(budgets.create, { params, body: { name: 'kept', amount: '10' } })).id;
});
afterAll(() => app.close());

const customer = () => customerOf(app);

describe('a budget', () => {
  it('is kept by who manages the bills, and read by who reads them', async () => {
    const { params, set } = await customer();
    const { id } = await set({ warnings: [90, 50, 90] });
    const of = { ...params, budgetID: id };
    const body = { name: 'mine', amount: '1' };
    for (const role of ['billing_viewer', 'dc_creator', 'viewer'] as const) {
      const caller = await member(app, params.id, role);
      expect(await caller.refusal(budgets.create, { params, body })).toMatchObject({ code: 403 });
      expect(await caller.refusal(budgets.update, { params: of, body })).toMatchObject({ code: 403 });
      expect(await caller.refusal(budgets.delete, { params: of })).toMatchObject({ code: 403 });
    }
    const reader = await member(app, params.id, 'billing_viewer');
    const { items } = await reader.call(budgets.list, { params, query: {} });
    expect(items).toMatchObject([{ id, name: 'all', amountFormatted: '$100.00', warnings: [50, 90], atLimit: 'tell' }]);
  });

  it('of another contract is not found', async () => {
    const { set } = await customer();
    const { id } = await set({});
    const { admin, params } = await customer();
    const of = { params: { ...params, budgetID: id } };
    const missing = { code: 404, reason: 'BUDGET_NOT_FOUND' };
    expect(await admin.refusal(budgets.delete, of)).toMatchObject(missing);
    expect(await admin.refusal(budgets.goOn, of)).toMatchObject(missing);
    expect(await admin.refusal(budgets.update, { ...of, body: { name: 'x', amount: '1' } })).toMatchObject(missing);
  });

  it('has a name of its own, and there are at most so many', async () => {
    const { params, admin, set } = await customer();
    await set({ name: 'b0' });
    const twice = await admin.refusal(budgets.create, { params, body: { name: ' b0 ', amount: '1' } });
    expect(twice).toMatchObject({ code: 409, reason: 'BUDGET_CONFLICT', metadata: { field: 'name' } });
    for (let no = 1; no < mostBudgets; no += 1) await set({ name: `b${no}` });
    const more = await admin.refusal(budgets.create, { params, body: { name: 'more', amount: '1' } });
    expect(more).toMatchObject({ code: 409, reason: 'BUDGET_CONFLICT' });
  });

  it.each([
    ['name', { name: ' ' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '-1' }],
    ['warnings.0', { warnings: [0] }],
    ['forecastWarnings.0', { forecastWarnings: [1_001] }],
    ['warnings', { warnings: Array.from({ length: 11 }, (_, no) => no + 1) }],
    ['filter.region', { filter: { region: [] } }],
    ['filter.tag.0', { filter: { tag: ['two words=x'] } }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const { params, admin } = await customer();
    const refusal = await admin.refusal(budgets.create, { params, body: { name: 'x', amount: '1', ...wrong } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field } });
  });
});

refusesToEverybody(
  [
    ['sets a budget of nothing', `update budget set amount = 0 where id = '$B'`],
    ['sets a budget of no number', `update budget set amount = 'NaN' where id = '$B'`],
    ['does something unknown at the limit', `update budget set at_limit = 'delete' where id = '$B'`],
    ['warns at nothing', `update budget set warnings = '{0}' where id = '$B'`],
    ['has counted more than was marked', `update budget set counted = marks + 1 where id = '$B'`],
    ['continues without a person', `update budget set gone_on_in = '2026-10' where id = '$B'`],
    [
      'takes a name twice',
      `insert into budget select contract_id, 'bud-other', name, 1, '{}', '{}', '{}', 'tell', now() from budget where id = '$B'`,
    ],
  ],
  () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names,
    everything: () => app.deps.db.selectFrom('budget').selectAll().where('id', '=', names.B).execute(),
  }),
);
