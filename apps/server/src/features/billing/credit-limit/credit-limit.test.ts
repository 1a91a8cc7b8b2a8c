import { accountPeriods } from '@usance/api/account-period';
import { availableBalances } from '@usance/api/available-balance';
import type { CallBody } from '@usance/api/call';
import { creditLimits } from '@usance/api/credit-limit';
import { gracePeriods } from '@usance/api/grace-period';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertFollowed } from '../../../testing/assert-followed.ts';
import { contract, member, person } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { verifyAccountPeriods } from '../../installation/verify/verify-account-periods.ts';
import { verifyTerms } from '../../installation/verify/verify-terms.ts';
import { contractInItsYear, sevenRated } from '../account-period/account-period.fixture.ts';
import { agreedTerms } from '../account-period/figures/agreed-terms.queries.ts';
import { follow } from '../account-period/follow-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  expect(await verifyTerms(app.deps.db)).toEqual([]);
  await assertFollowed(app);
  await app.close();
});
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
});

type Limit = Partial<CallBody<typeof creditLimits.create>>;
const limitOf = (amount: string, more: Limit = {}) => ({
  amount,
  currency: 'USD' as const,
  reason: 'Pays afterwards',
  ...more,
});
const agree = (id: string, amount: string, more: Limit = {}) =>
  internalCaller(app).call(creditLimits.create, { params: { id }, body: limitOf(amount, more) });
const refused = (id: string, amount: string, more: object = {}) =>
  internalCaller(app).refusal(creditLimits.create, { params: { id }, body: { ...limitOf(amount), ...more } });
const change = (id: string, body: CallBody<typeof creditLimits.update>) =>
  internalCaller(app).call(creditLimits.update, { params: { id }, body });
const notChanged = (id: string, body: CallBody<typeof creditLimits.update>) =>
  internalCaller(app).refusal(creditLimits.update, { params: { id }, body });
const gone = (id: string, ids: string[]) => ({ params: { id }, query: { ids, reason: 'By mistake' } });
const listed = async (id: string) => {
  const { items } = await internalCaller(app).call(creditLimits.list, { params: { id }, query: {} });
  return items.map(({ amount, start, end }) => [Number(amount), start.slice(5, 16), end?.slice(5, 16) ?? null]);
};

/** 14 are used and not paid on the 2nd of February, of a contract in its year. */
async function owing() {
  const given = await contractInItsYear(app);
  await sevenRated(app, given.id, given.at('02-01'), given.at('02-02T10:00:00Z'));
  await sevenRated(app, given.id, given.at('02-02'), given.at('02-02T10:00:00Z'));
  await follow(app.deps, given.id, app.clock.now());
  return given;
}

describe(creditLimits.create.id, () => {
  it('holds from now on, and from then on ends the one before', async () => {
    const { id, at } = await contractInItsYear(app);
    const made = await agree(id, '100');
    expect(made).toMatchObject({
      contractId: id,
      amount: '100.00000000',
      amountFormatted: '$100.00',
      currency: 'USD',
      start: at('02-02T10:00:00.000Z'),
      end: null,
      reason: 'Pays afterwards',
    });
    await agree(id, '50.5', { start: at('03-01T00:00:00Z') });
    expect(await listed(id)).toEqual([
      [50.5, '03-01T00:00', null],
      [100, '02-02T10:00', '03-01T00:00'],
    ]);
  });

  it('lets a temporary version hold inside another, which is whole again when that is taken back', async () => {
    const { id, at } = await contractInItsYear(app);
    await agree(id, '1');
    const later = await agree(id, '3', { start: at('05-01T00:00:00Z') });
    const inside = { start: at('04-01T00:00:00Z'), end: at('04-10T00:00:00Z') };
    const conflict = { code: 409, reason: 'TERM_CONFLICT', metadata: { field: 'start' } };
    expect(await refused(id, '2', inside)).toMatchObject(conflict);
    const { end: _, ...forGood } = inside;
    const endless = { code: 400, metadata: { field: 'end' } };
    expect(await refused(id, '2', { ...forGood, temporary: true })).toMatchObject(endless);
    const between = await agree(id, '2', { ...inside, temporary: true });
    expect(between).toMatchObject({ temporary: true });
    expect(await notChanged(id, { id: between.id, end: null, reason: 'Longer' })).toMatchObject(endless);
    expect(await listed(id)).toEqual([
      [3, '05-01T00:00', null],
      [2, '04-01T00:00', '04-10T00:00'],
      [1, '02-02T10:00', '05-01T00:00'],
    ]);
    const held = async (instant: string) => {
      const query = { at: at(instant) };
      const { items } = await internalCaller(app).call(creditLimits.list, { params: { id }, query });
      return items.map(({ amount }) => Number(amount));
    };
    const instants = ['03-31T23:59:59Z', '04-01T00:00:00Z', '04-09T23:59:59Z', '04-10T00:00:00Z', '05-01T00:00:00Z'];
    expect(await Promise.all(instants.map(held))).toEqual([[1], [2], [2], [1], [3]]);
    const { creditLimits: agreed } = await agreedTerms(app.deps.db, id);
    const amounts = agreed.toSorted((one, other) => one.from - other.from).map(({ amount }) => Number(amount));
    expect(amounts).toEqual([1, 2, 1, 3]);
    const query = { ids: [between.id] };
    expect(await internalCaller(app).call(creditLimits.delete, { params: { id }, query })).toEqual({ deleted: 1 });
    await change(id, { id: later.id, start: at('06-01T00:00:00Z'), reason: 'Later' });
    expect((await listed(id))[1]).toEqual([1, '02-02T10:00', '06-01T00:00']);
    await internalCaller(app).call(creditLimits.delete, gone(id, [later.id]));
    expect(await listed(id)).toEqual([[1, '02-02T10:00', null]]);
  });

  it('begins at an instant at which no other begins', async () => {
    const { id, at } = await contractInItsYear(app);
    const start = at('04-01T00:00:00Z');
    const made = await agree(id, '1', { start });
    const conflict = { code: 409, reason: 'TERM_CONFLICT', metadata: { field: 'start', id: made.id } };
    expect(await refused(id, '2', { start })).toMatchObject(conflict);
    const next = await agree(id, '2', { start: at('04-02T00:00:00Z') });
    expect(await notChanged(id, { id: next.id, start, reason: 'Sooner' })).toMatchObject(conflict);
    expect(await listed(id)).toHaveLength(2);
  });

  it('takes no two at once, and says which field is in the way', async () => {
    const { id, at } = await contractInItsYear(app);
    await agree(id, '1', { start: at('04-01T00:00:00Z'), end: at('05-01T00:00:00Z') });
    const overlap = (start: string, end: string | null) => refused(id, '2', { start: at(start), end: end && at(end) });
    const conflicting = { code: 409, reason: 'TERM_CONFLICT' };
    expect(await overlap('04-30T23:59:59Z', null)).toMatchObject({ ...conflicting, metadata: { field: 'start' } });
    expect(await overlap('03-01T00:00:00Z', '04-01T00:00:01Z')).toMatchObject({
      ...conflicting,
      metadata: { field: 'end' },
    });
    expect(await overlap('03-01T00:00:00Z', null)).toMatchObject({ ...conflicting, metadata: { field: 'end' } });
    expect(await listed(id)).toHaveLength(1);
    await agree(id, '2', { start: at('05-01T00:00:00Z') });
  });

  it('begins neither in the past nor before the contract, and ends after it begins', async () => {
    const { id, at } = await contractInItsYear(app);
    const past = { code: 409, reason: 'TERM_PASSED', metadata: { field: 'start' } };
    expect(await refused(id, '1', { start: at('02-02T09:59:59Z') })).toMatchObject(past);
    const end = at('02-03T00:00:00Z');
    expect(await refused(id, '1', { start: end, end })).toMatchObject({ code: 400, metadata: { field: 'end' } });
    const { id: later } = await contract(app, { signDate: at('06-01T00:00:00Z') });
    expect(await refused(later, '1', { start: at('05-31T23:59:59Z') })).toMatchObject({
      code: 409,
      reason: 'MONTH_BEFORE_CONTRACT',
      metadata: { field: 'start' },
    });
    expect((await agree(later, '1')).start).toBe(at('06-01T00:00:00.000Z'));
    expect(await listed(id)).toEqual([]);
  });

  it('is in the contract’s currency', async () => {
    const { id } = await contractInItsYear(app);
    expect(await refused(id, '1', { currency: 'CNY' })).toMatchObject({
      code: 409,
      reason: 'CURRENCY_CONFLICT',
      metadata: { field: 'currency' },
    });
    expect(await refused(id, '1', { currency: 'EUR' })).toMatchObject({ code: 400, metadata: { field: 'currency' } });
  });

  it.each(['-1', '1e3', '1.123456789', '1,000', 'NaN', 100, '100000000000000', ''])(
    'does not take %j',
    async (amount) => {
      const { id } = await contractInItsYear(app);
      expect(await refused(id, '1', { amount })).toMatchObject({ code: 400, metadata: { field: 'amount' } });
    },
  );

  it('asks why', async () => {
    const { id } = await contractInItsYear(app);
    expect(await refused(id, '1', { reason: undefined })).toMatchObject({ code: 400, metadata: { field: 'reason' } });
  });

  it('is one, whoever of two is first', async () => {
    const { id, at } = await contractInItsYear(app);
    const both = await Promise.allSettled(
      ['1', '2'].map((amount) => agree(id, amount, { start: at('07-01T00:00:00Z') })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listed(id)).toHaveLength(1);
  });
});

describe('what has held', () => {
  it('stays: only the end of a version that has begun changes, to a time to come', async () => {
    const { id, at } = await contractInItsYear(app);
    const made = await agree(id, '100');
    app.clock.moveTo(at('03-01T00:00:00Z'));
    const passed = (field: string) => ({ code: 409, reason: 'TERM_PASSED', metadata: { field } });
    const why = { id: made.id, reason: 'Else' };
    expect(await notChanged(id, { ...why, amount: '90' })).toMatchObject(passed('amount'));
    expect(await notChanged(id, { ...why, start: at('04-01T00:00:00Z') })).toMatchObject(passed('start'));
    expect(await notChanged(id, { ...why, end: at('02-28T00:00:00Z') })).toMatchObject(passed('end'));
    expect(await internalCaller(app).refusal(creditLimits.delete, gone(id, [made.id]))).toMatchObject(passed('ids'));
    const ended = await change(id, { ...why, amount: '100', end: at('03-02T00:00:00Z') });
    expect(ended).toMatchObject({ end: at('03-02T00:00:00.000Z'), reason: 'Else' });
    app.clock.moveTo(at('03-03T00:00:00Z'));
    expect(await notChanged(id, { ...why, end: null })).toMatchObject(passed('end'));
    expect(await listed(id)).toEqual([[100, '02-02T10:00', '03-02T00:00']]);
  });

  it('is not another contract’s to change, and what is taken back goes as a whole or not at all', async () => {
    const [one, other] = [await contractInItsYear(app), await contract(app)];
    const made = await agree(one.id, '100', { start: one.at('04-01T00:00:00Z') });
    const missing = { code: 404, reason: 'TERM_NOT_FOUND' };
    expect(await notChanged(other.id, { id: made.id, reason: 'Else', amount: '1' })).toMatchObject(missing);
    const ids = [made.id, 'cl-aaaaaaaa'];
    expect(await internalCaller(app).refusal(creditLimits.delete, gone(one.id, ids))).toMatchObject(missing);
    expect(await listed(one.id)).toHaveLength(1);
  });
});

describe('the account', () => {
  it('is within its limit, and the balance covers what it widens', async () => {
    const { id, until, balance } = await owing();
    await agree(id, '20');
    const covered = async (amount: string) => {
      const reply = await (await member(app, id, 'billing_viewer')).call(availableBalances.check, {
        params: { id },
        body: { amount },
      });
      return reply.sufficient;
    };
    expect([await covered('6'), await covered('6.00000001')]).toEqual([true, false]);
    await until('02-20T00:00:00Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
  });

  it('opens an episode at the instant at which the limit is lowered in overdraft, if that is meant', async () => {
    const { id, at, until, balance, episodes } = await owing();
    await agree(id, '20');
    await until('02-20T08:00:00Z');
    expect(await refused(id, '10')).toMatchObject({
      code: 409,
      reason: 'TERM_CONFLICT',
      metadata: { field: 'amount', owed: '14.00000000' },
    });
    expect(await episodes()).toEqual([]);
    await agree(id, '10', { belowDebt: true });
    expect((await balance()).state).toEqual({
      summary: 'extensionPeriod',
      cause: 'creditLimit',
      t0: at('02-20T08:00:00Z'),
    });
    expect(await episodes()).toEqual([['creditLimit', at('02-20T08:00:00.000Z'), null]]);
  });

  it('is cured by a raised limit, then', async () => {
    const { id, at, until, balance, episodes } = await owing();
    await agree(id, '10', { belowDebt: true });
    await until('02-25T00:00:00Z');
    await agree(id, '14');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    expect(await episodes()).toEqual([['creditLimit', at('02-02T10:00:00.000Z'), 'cured']]);
    const { ended_at } = await app.deps.db
      .selectFrom('account_episode')
      .select('ended_at')
      .where('contract_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(ended_at?.toISOString()).toBe(at('02-25T00:00:00.000Z'));
  });

  it('follows what was planned at its instant, however late somebody looks', async () => {
    const histories = [];
    for (const late of [false, true]) {
      const { id, at, until, balance, episodes, year } = await owing();
      await agree(id, '20', { end: at('02-10T06:00:00Z') });
      await agree(id, '5', { start: at('02-10T06:00:00Z'), end: at('02-14T00:00:00Z') });
      await agree(id, '30', { start: at('02-14T00:00:00Z'), end: at('02-20T00:00:00Z') });
      for (const day of ['02-10T06:00', '02-12T03:11', '02-14T01:11', '02-20T02:11', '02-22T00:11'])
        await until(`${day}:00Z`, { late });
      const { state } = await balance();
      if (late) await follow(app.deps, id, app.clock.now());
      histories.push(JSON.stringify([state, await episodes()]).replaceAll(String(year), 'Y'));
    }
    expect(histories[0]).toBe(
      JSON.stringify([
        { summary: 'extensionPeriod', cause: 'belowZero', t0: 'Y-02-21T00:00:00Z' },
        [
          ['belowZero', 'Y-02-21T00:00:00.000Z', null],
          ['creditLimit', 'Y-02-10T06:00:00.000Z', 'cured'],
        ],
      ]),
    );
    expect(histories[1]).toBe(histories[0]);
  });

  it('is looked at when other terms begin, by its index', async () => {
    const { id, at } = await contractInItsYear(app);
    await agree(id, '1', { start: at('04-01T00:00:00Z') });
    const { look_at } = await app.deps.db
      .selectFrom('account_period')
      .select('look_at')
      .where('contract_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(look_at?.toISOString()).toBe(at('04-01T00:00:00.000Z'));
  });
});

const days = (graceDays: number, extensionDays: number, suspensionDays: number, backupDays: number) => ({
  graceDays,
  extensionDays,
  suspensionDays,
  backupDays,
  reason: 'A large customer',
});
const grant = (id: string, body: CallBody<typeof gracePeriods.create>) =>
  internalCaller(app).call(gracePeriods.create, { params: { id }, body });

describe(gracePeriods.create.id, () => {
  it('gives who pays late more days, and names the ends of what follows', async () => {
    const { id, at, until, sign, balance } = await contractInItsYear(app);
    expect(await grant(id, days(10, 5, 6, 7))).toMatchObject({ graceDays: 10, backupDays: 7 });
    await internalCaller(app).call(creditLimits.create, { params: { id }, body: limitOf('1000') });
    await sign('01', '50', '02-02T10:00:00Z');
    await until('02-17T23:59:59Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    await until('02-18T01:11:00Z');
    const { state, details } = await balance();
    expect(state).toEqual({ summary: 'extensionPeriod', cause: 'overdue', t0: at('02-18T00:00:00Z') });
    expect(details).toMatchObject({
      extensionPeriodEnd: at('02-23T00:00:00Z'),
      suspensionPeriodEnd: at('02-24T00:00:00Z'),
      backupPeriodEnd: at('02-25T00:00:00Z'),
    });
  });

  it('opens at the instant at which the days become fewer, not earlier, and moves no t0', async () => {
    const { id, at, until, sign, balance, episodes } = await contractInItsYear(app);
    await internalCaller(app).call(creditLimits.create, { params: { id }, body: limitOf('1000') });
    await grant(id, days(30, 15, 30, 60));
    await sign('01', '50', '02-02T10:00:00Z');
    await until('02-20T00:00:00Z');
    await grant(id, days(0, 15, 30, 60));
    expect((await balance()).state).toMatchObject({ summary: 'extensionPeriod', t0: at('02-20T00:00:00Z') });
    await until('03-01T00:00:00Z');
    await grant(id, days(60, 1, 20, 60));
    expect((await balance()).state).toMatchObject({ summary: 'suspensionPeriod', t0: at('02-20T00:00:00Z') });
    expect(await episodes()).toEqual([['overdue', at('02-20T00:00:00.000Z'), null]]);
  });

  it('brings back nothing that was destroyed', async () => {
    const { id, until, sign, balance, reopen, caller } = await contractInItsYear(app);
    await grant(id, days(0, 1, 2, 3));
    await sign('01', '50', '02-02T10:00:00Z');
    await until('02-20T00:00:00Z');
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await grant(id, days(0, 15, 30, 60));
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await until('02-22T00:00:00Z');
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await caller.call(accountPeriods.reopen, reopen);
    expect((await balance()).state.summary).toBe('extensionPeriod');
  });

  it.each([
    [{ graceDays: -1 }, 'graceDays'],
    [{ graceDays: 1.5 }, 'graceDays'],
    [{ extensionDays: 367 }, 'extensionDays'],
    [{ extensionDays: 31 }, 'suspensionDays'],
    [{ backupDays: 29 }, 'backupDays'],
    [{ days: 1 }, 'days'],
  ])('refuses %j and names %s', async (wrong, field) => {
    const { id } = await contractInItsYear(app);
    const body = { ...days(0, 15, 30, 60), ...wrong };
    const refusal = await internalCaller(app).refusal(gracePeriods.create, { params: { id }, body });
    expect(refusal).toMatchObject({ code: 400, metadata: { field } });
  });
});

describe.each([
  ['credit limits', creditLimits.list],
  ['grace periods', gracePeriods.list],
] as const)('the list of %s', (_, call) => {
  it('is for those who read bills, without why, and shows a stranger no contract', async () => {
    const { id, at } = await contractInItsYear(app);
    await agree(id, '100');
    await grant(id, days(0, 15, 30, 60));
    const reader = await member(app, id, 'billing_viewer');
    const { items } = await reader.call(call, { params: { id }, query: {} });
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('reason');
    const earlier = { params: { id }, query: { at: at('02-02T09:59:59Z') } };
    expect(await reader.call(call, earlier)).toMatchObject({ items: [], totalSize: 0 });
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(call, { params: { id }, query: {} })).toMatchObject({ reason: 'NO_PERMISSION' });
    const stranger = await person(app);
    expect(await stranger.refusal(call, { params: { id }, query: {} })).toMatchObject({ reason: 'CONTRACT_NOT_FOUND' });
  });
});
