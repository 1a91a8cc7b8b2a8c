import { budgets } from '@usance/api/billing/budget';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { hourMs } from '@usance/period/instant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { budgetUsed, customerOf, ratedIn } from './budget.fixture.ts';
import { expectBudgets } from './expect-budgets.ts';
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

const later = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs);
/** Counts the budgets, and then reckons what they are to expect. */
async function round(now = app.clock.now()): Promise<void> {
  await followBudgets(app.deps, now);
  await expectBudgets(app.deps, now);
}

/** The first hours of the days from September 3 to October 14. */
const fortyTwoDays = Array.from({ length: 42 }, (_, ahead) =>
  new Date(Date.UTC(2026, 8, 3 + ahead)).toISOString().slice(5, 13),
);

describe('people are told', () => {
  it('of what the month is expected to come to, once for each share, before the cost comes to it', async () => {
    const { params, set, told, only, admin } = await customerOf(app);
    await budgetUsed(
      app,
      params.id,
      fortyTwoDays.filter((day) => day !== '10-10T00').map((day) => ratedIn(day, '4')),
    );
    const { id } = await set({ warnings: [], forecastWarnings: [150, 100, 60] });
    expect(await only()).not.toHaveProperty('expected');
    await round();
    expect(await only()).toMatchObject({ state: 'within', expected: { amountFormatted: '$120.00', percent: '120.0' } });
    expect(await told()).toEqual(['The month is expected to reach 100% of a budget']);
    // A forecast that falls to a lower share is no news.
    await budgetUsed(app, params.id, [ratedIn('10-10T01', '-30')]);
    await round(later(2));
    expect(await only()).toMatchObject({ expected: { percent: '90.0' } });
    expect(await told()).toHaveLength(1);
    const body = { name: 'all', amount: '100', warnings: [], forecastWarnings: [] };
    await admin.call(budgets.update, { params: { ...params, budgetID: id }, body });
    await round();
    expect(await only()).not.toHaveProperty('expected');
  });

  it('not of a forecast that too few days give', async () => {
    const { params, set, told, only } = await customerOf(app);
    await set({ warnings: [], forecastWarnings: [1] });
    await budgetUsed(app, params.id, [ratedIn('10-14T00', '90')]);
    await round();
    expect(await only()).not.toHaveProperty('expected');
    expect(await told()).toEqual([]);
  });

  it('of another amount as soon as it is set', async () => {
    const { params, set, told, admin } = await customerOf(app);
    await budgetUsed(
      app,
      params.id,
      fortyTwoDays.map((day) => ratedIn(day, '4')),
    );
    const { id } = await set({ warnings: [], forecastWarnings: [100], amount: '200' });
    await round();
    expect(await told()).toEqual([]);
    const body = { name: 'all', amount: '110', warnings: [], forecastWarnings: [100] };
    await admin.call(budgets.update, { params: { ...params, budgetID: id }, body });
    await round();
    expect(await told()).toEqual(['The month is expected to reach 100% of a budget']);
  });
});

it('a forecast that fails is tried again in an hour, and not with each round', async () => {
  const { params, set, only } = await customerOf(app);
  await budgetUsed(
    app,
    params.id,
    fortyTwoDays.map((day) => ratedIn(day, '4')),
  );
  await set({ warnings: [], forecastWarnings: [50] });
  await followBudgets(app.deps, app.clock.now());
  let asked = 0;
  const clickhouse = new Proxy(app.deps.clickhouse, {
    get: (of, key) => {
      if (key !== 'queryKept') return Reflect.get(of, key);
      asked += 1;
      return () => Promise.reject(new Error('too much'));
    },
  });
  await expectBudgets({ ...app.deps, clickhouse }, app.clock.now());
  expect(asked).toBe(1);
  await expectBudgets({ ...app.deps, clickhouse }, later(0.5));
  expect(asked).toBe(1);
  expect(await only()).not.toHaveProperty('expected');
  await budgetUsed(app, params.id, [ratedIn('10-15T00', '1')]);
  await round(later(1.5));
  expect(await only()).toHaveProperty('expected');
});

it('a forecast that the cost has passed is not shown', async () => {
  const { params, set, only } = await customerOf(app);
  await budgetUsed(
    app,
    params.id,
    fortyTwoDays.map((day) => ratedIn(day, '4')),
  );
  await set({ warnings: [], forecastWarnings: [50] });
  await round();
  expect(await only()).toHaveProperty('expected');
  await budgetUsed(app, params.id, [ratedIn('10-15T00', '900')]);
  await round(later(0.5));
  expect(await only()).not.toHaveProperty('expected');
});

describe('after the end of a contract', () => {
  const end = (contractId: string) =>
    internalCaller(app).call(contractLifecycles.create, { body: { contractId, state: 'End', reason: 'Over' } });

  it('people are not told of costs that will not come', async () => {
    const { params, set, told } = await customerOf(app);
    await budgetUsed(
      app,
      params.id,
      fortyTwoDays.map((day) => ratedIn(day, '4')),
    );
    await set({ warnings: [], forecastWarnings: [100] });
    await end(params.id);
    await round();
    expect(await told()).toEqual([]);
  });

  it('a forecast from before is replaced at once, without a new count', async () => {
    const { params, set, only } = await customerOf(app);
    await budgetUsed(
      app,
      params.id,
      fortyTwoDays.map((day) => ratedIn(day, '4')),
    );
    await set({ warnings: [], forecastWarnings: [150] });
    await round(later(-0.1));
    expect(await only()).toMatchObject({ expected: { amountFormatted: '$124.00' } });
    await end(params.id);
    await round();
    // 14 days at 4.00, and half of the next.
    expect(await only()).toMatchObject({ expected: { amountFormatted: '$58.00' } });
    const once = await app.deps.db
      .selectFrom('budget')
      .select('expected_at')
      .where('contract_id', '=', params.id)
      .execute();
    await round(later(2));
    expect(
      await app.deps.db.selectFrom('budget').select('expected_at').where('contract_id', '=', params.id).execute(),
    ).toEqual(once);
  });
});
