import { accountPeriods } from '@usance/api/billing/account-period';
import { instant, plusDays24h } from '@usance/period/instant';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertFollowed } from '#testing/assert-followed.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { post } from '../../money/ledger/post.ts';
import { contractInItsYear, sevenRated } from './account-period.fixture.ts';
import { followDue } from './follow-due.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await app.close();
});
// The round takes every active contract, so those of earlier tests must not be active.
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
});

const given = (terms: { dueDays?: number } = {}) => contractInItsYear(app, terms);

describe('an episode', () => {
  it('keeps its t0 if only the oldest and smallest overdue statement is paid', async () => {
    const { at, until, sign, deposit, balance, episodes } = await given();
    await sign('01', '1', '02-02T09:00:00Z');
    await until('02-09T00:00:00Z');
    await sign('02', '100', '03-02T09:00:00Z');
    await until('04-06T00:00:00Z');
    const before = await balance();
    expect(before.state).toMatchObject({ summary: 'destructionPeriod', t0: at('02-03T09:00:00Z') });
    expect(await episodes()).toEqual([['belowZero', at('02-03T09:00:00.000Z'), null]]);
    await deposit('1');
    expect((await balance()).state).toEqual(before.state);
  });

  it('begins at its breach, however late it is checked, and whatever is paid first', async () => {
    const histories = [];
    for (const late of [false, true]) {
      const { year, until, sign, deposit, balance, episodes, at } = await given();
      await deposit('101');
      const first = await sign('01', '50', '02-02T09:00:00Z');
      for (const day of ['02-08', '02-20']) await until(`${day}T03:00:00Z`, { late });
      const second = await sign('02', '60', '03-02T09:00:00Z');
      for (const day of ['03-08', '03-20']) await until(`${day}T03:00:00Z`, { late });
      await deposit('4');
      const { state } = await balance();
      expect([first.payable, second.payable, state.t0]).toEqual(['50.00000000', '60.00000000', at('03-03T09:00:00Z')]);
      await deposit('5');
      histories.push((await episodes()).map((each) => String(each).replaceAll(String(year), 'Y')));
      expect((await balance()).state).toEqual({ summary: 'normal' });
    }
    expect(histories[0]).toEqual(['belowZero,Y-03-03T09:00:00.000Z,cured']);
    expect(histories[1]).toEqual(histories[0]);
  });

  it('begins with a new t0 after a cure and another breach', async () => {
    const { at, until, sign, deposit, episodes } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    await deposit('20');
    await until('03-01T00:00:00Z');
    await sign('02', '5', '03-02T09:00:00Z');
    await until('03-09T00:00:00Z');
    expect(await episodes()).toEqual([
      ['belowZero', at('03-03T09:00:00.000Z'), null],
      ['belowZero', at('02-03T09:00:00.000Z'), 'cured'],
    ]);
  });
});

describe('an unpaid fraction of a cent', () => {
  it('is neither overdue nor a breach', async () => {
    const { until, sign, deposit, balance, episodes } = await given();
    await deposit('9.996');
    await sign('01', '10', '02-02T09:00:00Z');
    for (const day of ['02-10', '03-01', '04-10']) {
      await until(`${day}T00:00:00Z`);
      const { state, details } = await balance();
      expect([state, details.undeductedOverDue]).toEqual([{ summary: 'normal' }, '0.00400000']);
    }
    expect(await episodes()).toEqual([]);
  });
});

describe(accountPeriods.reopen.id, () => {
  it('is the only way back from destruction, and a remaining debt opens a new episode', async () => {
    const { id, at, caller, until, sign, deposit, balance, episodes, reopen } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('04-04T08:59:59Z');
    expect(await caller.refusal(accountPeriods.reopen, reopen)).toMatchObject({ reason: 'ACCOUNT_PERIOD_CONFLICT' });
    await until('04-04T09:00:00Z');
    await deposit('15');
    expect((await balance()).state).toMatchObject({ summary: 'destructionPeriod', t0: at('02-03T09:00:00Z') });
    expect(await caller.call(accountPeriods.reopen, reopen)).toMatchObject({
      no: 1,
      ended: { at: at('04-04T09:00:00.000Z'), how: 'reopened', reason: reopen.body.reason },
    });
    expect((await balance()).state).toMatchObject({ summary: 'extensionPeriod', t0: at('04-04T09:00:00Z') });
    await deposit('5');
    expect((await balance()).state.summary).toBe('normal');
    expect((await episodes()).map(([, , how]) => how)).toEqual(['cured', 'reopened']);
    const audited = await app.deps.db
      .selectFrom('audit')
      .select('body')
      .where('call', '=', 'account-period.reopen')
      .execute();
    expect(audited.map(({ body }) => body)).toContain(JSON.stringify(reopen.body));
    expect(await caller.refusal(accountPeriods.reopen, { params: { id }, body: {} })).toMatchObject({ code: 400 });
  });

  it('is needed even if everything is paid', async () => {
    const { until, sign, deposit, balance } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('06-01T00:00:00Z', { late: true });
    await deposit('2000');
    expect(await balance()).toMatchObject({
      availableBalance: '1980.00000000',
      state: { summary: 'destructionPeriod' },
    });
  });
});

describe('a change without a call', () => {
  it('is found by the hourly round: rated usage and dates that have passed', async () => {
    const { id, at } = await given();
    await sevenRated(app, id, at('02-01'), at('02-02T10:00:00Z'));
    const kept = () =>
      app.deps.db
        .selectFrom('account_period')
        .select(['beyond_since', 'look_at', 'mark'])
        .where('contract_id', '=', id)
        .executeTakeFirstOrThrow();
    expect((await kept()).mark).toBe('rated');
    app.clock.moveTo(at('02-02T12:00:00Z'));
    await followDue(app.deps, app.clock.now());
    const [since, until] = [new Date(at('02-02T10:00:00Z')), new Date(at('02-03T10:00:00Z'))];
    expect(await kept()).toEqual({ beyond_since: since, look_at: until, mark: null });
    app.clock.moveTo(at('02-20T00:00:00Z'));
    const due = app.deps.db.selectFrom('account_period').where('look_at', '<=', app.clock.now());
    const { contracts } = await due.select((eb) => eb.fn.countAll<string>().as('contracts')).executeTakeFirstOrThrow();
    expect(await followDue(app.deps, app.clock.now())).toBe(Number(contracts));
    expect(await followDue(app.deps, app.clock.now())).toBe(0);
    const breach = instant(at('02-03T10:00:00Z'));
    expect(await kept()).toMatchObject({ look_at: new Date(plusDays24h(breach, 30)) });
  });

  it('leaves a mark, so that a call that moves money without a check fails its test', async () => {
    const { id, sign } = await given();
    await sign('01', '3', '02-02T09:00:00Z');
    await assertFollowed(app);
    await app.deps.db.transaction().execute(async (tx) => {
      const moved = [
        { account: { kind: 'cash' } as const, amount: '1' },
        { account: { kind: 'bank' } as const, amount: '-1' },
      ];
      await post(tx, await lockContract(tx, id), { kind: 'deposit', at: app.clock.now(), entries: moved });
      const call = { at: app.clock.now(), request_id: 'r', token_id: 't', call: 'bank.record' };
      await tx
        .insertInto('audit')
        .values({ ...call, params: null, query: null, body: null })
        .execute();
    });
    await expect(assertFollowed(app)).rejects.toThrow('bank.record moves money');
    await followDue(app.deps, app.clock.now());
    await assertFollowed(app);
  });
});

describe('the database', () => {
  it.each([
    [
      'moves t0',
      'When and why an episode began never changes',
      `update account_episode set t0 = t0 + interval '1 day'`,
    ],
    ['changes a cause', 'When and why an episode began never changes', `update account_episode set cause = 'overdue'`],
    [
      'takes days back',
      'Days that did not count never come to count',
      'update account_episode set stopped_ms = -1 where ended_at is null',
    ],
    [
      'changes what has ended',
      'An episode that has ended never changes',
      'update account_episode set ended_at = null, ended_how = null',
    ],
    [
      'ends one without saying how',
      'account_episode_check"',
      'update account_episode set ended_at = now() where ended_at is null',
    ],
    [
      'reopens without a reason',
      'account_episode_check1"',
      `update account_episode set ended_at = now(), ended_how = 'reopened' where ended_at is null`,
    ],
    ['deletes one', /permission denied|append only/, 'delete from account_episode'],
    ['empties them', /permission denied|append only/, 'truncate account_episode'],
    [
      'opens two',
      'account_episode_open',
      `insert into account_episode (contract_id, no, cause, t0, opened_at)
       select contract_id, no + n, 'overdue', now(), now() from account_episode, generate_series(100, 101) as n`,
    ],
  ])('refuses a caller who %s', async (_, refusal, statement) => {
    const { until, sign, deposit } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    await deposit('20');
    await sign('02', '20', '03-02T09:00:00Z');
    await until('03-10T00:00:00Z');
    await expect(sql.raw(statement).execute(app.deps.db)).rejects.toThrow(refusal);
    await expect(app.ownerScript(statement)).rejects.toThrow(refusal);
  });
});
