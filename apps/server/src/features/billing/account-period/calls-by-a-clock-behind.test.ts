import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { keepTick } from '../calendar/keep-tick.ts';
import { contractInItsYear, sevenRated } from './account-period.fixture.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true, damaged: 'days are rated to no rows' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await app.close();
});

/** Calls another server of the installation right after a calendar round; its clock is this many days behind. */
async function callerOfServerBehind(days: number): Promise<Caller> {
  await keepTick(app.deps.db, app.clock.now());
  const clock = new ManualClock(new Date(app.clock.now().getTime() - days * 86_400_000));
  const options = { version: 'test', internalToken: testToken, strict: true, trustProxy: [] };
  return internalCaller({ ...app, ...(await buildApp({ ...app.deps, clock }, options)), clock });
}

/** A contract without activity since its first month was signed, confirmed and, being 0, settled. */
async function quiet() {
  const given = await contractInItsYear(app);
  await given.until('02-02T10:00:00Z');
  await given.until('02-07T10:00:00Z');
  await given.until('02-20T12:00:00Z');
  return given;
}

type ConfirmState = 'confirmed' | 'manualProcessing';

async function updatedBehind(days: number, id: string, changed: { id: string; confirmState: ConfirmState }) {
  const caller = await callerOfServerBehind(days);
  return (await caller.call(statements.update, { params: { id }, body: [changed] })).items[0];
}

describe('a call to a server whose clock is behind takes effect at the calendar’s last round', () => {
  it('a balance that falls below zero has a day of warning from then', async () => {
    const { id, at, until, balance } = await quiet();
    await sevenRated(app, id, at('02-20'), at('02-20T12:00:00Z'));
    const params = { id };
    const body = { type: 'deposit', amount: '1', currency: 'USD' } as const;
    await (await callerOfServerBehind(11)).call(bank.record, { params, body });
    await until('02-20T13:00:00Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    await until('02-21T12:00:00Z');
    expect((await balance()).state).toMatchObject({ summary: 'extensionPeriod', t0: at('02-21T12:00:00Z') });
  });

  it('a dispute neither cures an episode nor hides that the statement was overdue', async () => {
    const { id, at, until, sign, update, balance, episodes } = await contractInItsYear(app);
    const statement = await sign('01', '100', '02-02T09:00:00Z');
    await until('02-15T09:00:00Z');
    expect(await episodes()).toEqual([['belowZero', at('02-03T09:00:00.000Z'), null]]);
    await updatedBehind(12.9, id, { id: statement.id, confirmState: 'manualProcessing' });
    expect(await episodes()).toEqual([['belowZero', at('02-03T09:00:00.000Z'), null]]);
    expect((await balance()).state).toMatchObject({ stoppedAt: at('02-15T09:00:00Z') });
    expect(await update(statement.id, 'confirmed')).toMatchObject({ items: [{ dueDate: at('02-16') }] });
  });

  it('the end of a dispute gives back the days that it took', async () => {
    const { id, at, until, sign, update, balance, episodes } = await contractInItsYear(app);
    const statement = await sign('01', '100', '02-02T09:00:00Z');
    await update(statement.id, 'manualProcessing');
    await until('02-25T09:00:00Z');
    const after = await updatedBehind(22, id, { id: statement.id, confirmState: 'confirmed' });
    expect(after).toMatchObject({ dueDate: at('03-02') });
    await until('02-25T10:00:00Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    expect(await episodes()).toEqual([]);
  });

  it('a statement signed by hand has its five days of notice', async () => {
    const { id, at, until } = await contractInItsYear(app);
    await until('02-20T09:00:00Z', { late: true });
    const body = { contractId: id, month: at('01') };
    expect(await (await callerOfServerBehind(17)).call(statements.sign, { body })).toMatchObject({
      dueDate: at('02-25'),
    });
  });
});

it('deducts nothing that is not due by its own clock, since the last round may have run ahead', async () => {
  const { id, until, sign, update, caller } = await contractInItsYear(app);
  const { id: statementID } = await sign('01', '60', '02-02T09:00:00Z');
  await update(statementID, 'confirmed');
  const state = async () => (await caller.call(statements.get, { params: { id, statementID } })).deductState;
  await until('02-08T10:00:00Z', { late: true });
  const body = { type: 'deposit', amount: '60', currency: 'USD' } as const;
  await (await callerOfServerBehind(3)).call(bank.record, { params: { id }, body });
  expect(await state()).toBe('undeducted');
  await until('02-08T11:00:00Z');
  expect(await state()).toBe('fullySettled');
});

it('a server whose clock is behind answers as of the calendar’s last round', async () => {
  const { id, at } = await quiet();
  await sevenRated(app, id, at('02-20'), at('02-20T12:00:00Z'));
  const caller = await callerOfServerBehind(11);
  expect(await caller.call(availableBalances.get, { params: { id } })).toMatchObject({
    state: { summary: 'overdraft' },
    asOf: at('02-20T12:00:00.000Z'),
  });
});

it('by such a clock the overdue statements match the balance’s overdue amount', async () => {
  const { id, until, sign, update } = await contractInItsYear(app);
  const { id: statementID } = await sign('01', '60', '02-02T09:00:00Z');
  await update(statementID, 'confirmed');
  await until('02-08T10:00:00Z');
  const caller = await callerOfServerBehind(3);
  const params = { id };
  const { details } = await caller.call(availableBalances.get, { params });
  expect(details).toMatchObject({ undeductedOverDue: '60.00000000', undeductedDue: '0.00000000' });
  const { items } = await caller.call(statements.list, { params, query: {} });
  expect(items).toMatchObject([{ month: expect.stringMatching(/-01$/), overdue: true }]);
  expect(await caller.call(statements.get, { params: { id, statementID } })).toMatchObject({ overdue: true });
});
