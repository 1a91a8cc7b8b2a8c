import { readFileSync } from 'node:fs';
import { accountPeriods } from '@usance/api/account-period';
import { availableBalances } from '@usance/api/available-balance';
import { bank } from '@usance/api/bank';
import { statements } from '@usance/api/statement';
import { instant, plusDays24h } from '@usance/period/instant';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertFollowed } from '../../../testing/assert-followed.ts';
import { contract } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { verifyAccountPeriods } from '../../installation/verify/verify-account-periods.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { post } from '../../money/ledger/post.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';
import { followDue } from './follow-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await app.close();
});
// Runs take every active contract, so that those of the tests before must be out of the way.
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
});

/** Time goes on for all tests, so that each has a year of its own: one without a leap day. */
let year = 2027;
async function given(terms: { dueDays?: number } = {}) {
  do year += 1;
  while (year % 4 === 0);
  const { id } = await contract(app, { signDate: `${year}-01-01T00:00:00Z`, ...terms });
  app.clock.moveTo(`${year}-02-02T10:00:00Z`);
  const params = { id };
  const caller = internalCaller(app);
  const own = year;
  const at = (monthAndDay: string) => `${own}-${monthAndDay}`;
  return {
    id,
    at,
    caller,
    /** Moves the clock; the calendar and the hourly tick go round unless they are late. */
    until: async (when: string, { late = false } = {}) => {
      app.clock.moveTo(at(when));
      if (late) return;
      await runAt(app, at(when));
      await followDue(app.deps, app.clock.now());
    },
    balance: () => caller.call(availableBalances.get, { params }),
    deposit: (amount: string) =>
      caller.call(bank.record, { params, body: { type: 'deposit', amount, currency: 'USD' } }),
    sign: (month: string, amount: string, when: string) =>
      signed(app, { contractId: id, month: at(month), lines: [costing(amount)], at: at(when) }),
    update: (statementId: string, confirmState: 'confirmed' | 'manualProcessing', credit?: string) =>
      caller.call(statements.update, { params, body: [{ id: statementId, confirmState, ...(credit && { credit }) }] }),
    episodes: async () => {
      const { items } = await caller.call(accountPeriods.list, { params, query: {} });
      return items.map(({ cause, t0, ended }) => [cause, t0, ended?.how ?? null]);
    },
    reopen: { params, body: { reason: 'Pays by instalments from now on' } },
  };
}

describe('an episode', () => {
  it('keeps its t0 when only the oldest and smallest of what is overdue is paid', async () => {
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

  it('is as old as its breach, however late somebody looks, and whatever is paid first', async () => {
    const histories = [];
    for (const late of [false, true]) {
      const { until, sign, deposit, balance, episodes, at } = await given();
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

  it('begins anew with a new t0 when it was cured and is breached again', async () => {
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

describe(accountPeriods.reopen.id, () => {
  it('is the only way back from destruction, and what is still owed begins anew with it', async () => {
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

  it('is needed however much is paid', async () => {
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

describe('a dispute', () => {
  it('of 82 days begins no episode, and leaves a day of warning when it ends', async () => {
    const { at, until, sign, update, balance } = await given({ dueDays: 120 });
    const { id } = await sign('01', '100', '02-02T09:00:00Z');
    await update(id, 'manualProcessing');
    await until('04-25T00:00:00Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    await update(id, 'confirmed');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    await until('04-26T00:00:00Z');
    expect((await balance()).state).toMatchObject({ summary: 'extensionPeriod', t0: at('04-26T00:00:00Z') });
  });

  it('of what is overdue makes an episode neither better nor worse', async () => {
    const { at, until, sign, update, balance } = await given();
    const { id } = await sign('01', '100', '02-02T09:00:00Z');
    await until('02-15T09:00:00Z');
    const before = await balance();
    expect(before).toMatchObject({ details: { extensionPeriodEnd: at('02-18T09:00:00Z') } });
    await update(id, 'manualProcessing');
    await until('05-15T09:00:00Z');
    expect((await balance()).state).toEqual({ ...before.state, stoppedAt: at('02-15T09:00:00Z') });
    await update(id, 'confirmed');
    expect(await balance()).toMatchObject({
      state: before.state,
      details: { extensionPeriodEnd: at('05-18T09:00:00Z') },
    });
  });

  it('that is older than an episode leaves it to end when all that is not in dispute is paid', async () => {
    const { until, sign, update, deposit, balance } = await given();
    const { id } = await sign('01', '100', '02-02T09:00:00Z');
    await update(id, 'manualProcessing');
    await until('03-02T08:00:00Z');
    await sign('02', '40', '03-02T09:00:00Z');
    await until('03-25T00:00:00Z');
    expect((await balance()).state.summary).toBe('suspensionPeriod');
    await deposit('40');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
  });

  it('withdrawn in the same instant ends no episode, whatever credit there is', async () => {
    const { at, until, sign, update, deposit, balance, episodes } = await given();
    await deposit('100');
    const paid = await sign('01', '100', '02-02T09:00:00Z');
    await until('02-08T00:00:00Z');
    const { id } = await sign('02', '60', '03-02T09:00:00Z');
    await until('03-12T09:00:00Z');
    await update(paid.id, 'manualProcessing');
    await update(paid.id, 'confirmed', '100');
    await update(id, 'manualProcessing');
    expect((await balance()).state).toMatchObject({ stoppedAt: at('03-12T09:00:00Z') });
    await update(id, 'confirmed');
    await until('04-01T00:00:00Z');
    expect(await episodes()).toEqual([['belowZero', at('03-03T09:00:00.000Z'), null]]);
    await deposit('60');
    expect((await balance()).state.summary).toBe('normal');
  });

  it('that ended while something else was late hides nothing: what nobody has paid keeps the episode', async () => {
    const { id: contractId, at, until, sign, update, deposit, balance, episodes } = await given();
    await sign('01', '10', '02-02T09:00:00Z');
    await until('03-02T08:00:00Z');
    const { id } = await sign('02', '20', '03-02T09:00:00Z');
    // Usage that was taken back: the account has more than it owes, and is late all the same.
    await sql`insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
      values (${contractId}, ${at('03-01')}, ${year}, 1, '-100', ${at('03-01T10:00:00Z')}, ${at('03-02T10:00:00Z')})`.execute(
      app.deps.db,
    );
    await until('03-12T12:00:00Z');
    const { t0 } = (await balance()).state;
    // Twice, since the second dispute begins before its new due day.
    for (const confirmState of ['manualProcessing', 'confirmed', 'manualProcessing', 'confirmed'] as const)
      await update(id, confirmState);
    await deposit('10');
    expect(await balance()).toMatchObject({ availableBalance: '80.00000000', state: { t0 } });
    await until('03-25T00:00:00Z');
    expect((await episodes()).map(([, , how]) => how)).toEqual([null]);
    expect((await balance()).state).toMatchObject({ t0, summary: 'backupPeriod' });
    await deposit('20');
    expect((await balance()).state).toEqual({ summary: 'normal' });
  });

  it('leaves the cash that pays for statements that are not in dispute, due or not yet', async () => {
    const { id: contractId, until, sign, update, deposit, balance } = await given();
    const { id } = await sign('01', '100', '02-02T09:00:00Z');
    await update(id, 'manualProcessing');
    await until('03-02T08:00:00Z');
    const paid = await sign('02', '40', '03-02T09:00:00Z');
    await deposit('40');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '40.00000000', frozen: '0.00000000' });
    await deposit('5');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '40.00000000', frozen: '5.00000000' });
    await until('03-09T00:00:00Z');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '0.00000000', frozen: '5.00000000' });
    await until('06-20T00:00:00Z');
    const { state, details } = await balance();
    expect([state.summary, details.undeductedOverDue, paid.payable]).toEqual([
      'overdraft',
      '0.00000000',
      '40.00000000',
    ]);
  });

  it('holds the cash that comes later too, and ends an episode once all is held', async () => {
    const { id: contractId, until, sign, update, deposit, balance } = await given();
    const { id } = await sign('01', '80', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    await update(id, 'manualProcessing');
    await deposit('50');
    const held = await balance();
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '0.00000000', frozen: '50.00000000' });
    expect(held).toMatchObject({ availableBalance: '-30.00000000', details: { frozen: '80.00000000' } });
    await deposit('40');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '10.00000000', frozen: '80.00000000' });
    expect((await balance()).state.summary).toBe('normal');
    await update(id, 'confirmed');
    await until('02-20T00:00:00Z');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '10.00000000', frozen: '0.00000000' });
  });
});

describe('what moves without a call', () => {
  it('is found by the hourly tick: usage that was rated, dates that have passed', async () => {
    const { id, at } = await given();
    await sql`insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
      values (${id}, ${at('02-01')}, ${year}, 1, '7', ${at('02-01T10:00:00Z')}, ${at('02-02T10:00:00Z')})`.execute(
      app.deps.db,
    );
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

  it('leaves a mark, so that a call that moves money and does not look fails its test', async () => {
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
    ['moves t0', `update account_episode set t0 = t0 + interval '1 day'`],
    ['changes a cause', `update account_episode set cause = 'overdue'`],
    ['takes days back', 'update account_episode set stopped_ms = -1'],
    ['changes what has ended', 'update account_episode set ended_at = null, ended_how = null'],
    ['ends one without saying how', 'update account_episode set ended_at = now()'],
    ['reopens without a reason', `update account_episode set ended_at = now(), ended_how = 'reopened'`],
    ['deletes one', 'delete from account_episode'],
    ['empties them', 'truncate account_episode'],
    [
      'opens two',
      `insert into account_episode (contract_id, no, cause, t0, opened_at)
       select contract_id, no + n, 'overdue', now(), now() from account_episode, generate_series(100, 101) as n`,
    ],
  ])('refuses who %s', async (_, statement) => {
    const { until, sign, deposit } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    await deposit('20');
    await sign('02', '20', '03-02T09:00:00Z');
    await until('03-10T00:00:00Z');
    await expect(sql.raw(statement).execute(app.deps.db)).rejects.toThrow();
    await expect(app.ownerScript(statement)).rejects.toThrow();
  });
});

// Last, since it takes away what the tests before have kept.
describe('an installation of the version before', () => {
  const sqlOf = (file: string) =>
    readFileSync(new URL(`../../../../migrations/postgres/${file}`, import.meta.url), 'utf8');
  const migration = sqlOf('0021-account-period.sql');

  it('goes on with an episode that stands still until all is paid that is not in dispute', async () => {
    const { id: contractId, at, until, sign, update, deposit, balance } = await given();
    const { id } = await sign('01', '20', '02-02T09:00:00Z');
    await until('02-12T12:00:00Z');
    await sql`insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
      values (${contractId}, ${at('02-11')}, ${year}, 1, '-100', ${at('02-11T10:00:00Z')}, ${at('02-12T10:00:00Z')})`.execute(
      app.deps.db,
    );
    await update(id, 'manualProcessing');
    await update(id, 'confirmed');
    const { state } = await balance();
    expect(state).toMatchObject({ summary: 'extensionPeriod', stoppedAt: at('02-12T12:00:00Z') });
    const hidden = sqlOf('0027-what-passes.sql').split('-- What a dispute hid')[1];
    await app.ownerScript(`alter table statement drop column hidden_at; --${hidden}`);
    await deposit('5');
    expect((await balance()).state).toEqual(state);
    await deposit('15');
    expect((await balance()).state.summary).toBe('normal');
  });

  it('counts what is overdue from its day, and what is below zero from when it starts', async () => {
    const [late, low] = [await given(), await given({ dueDays: 120 })];
    await late.sign('01', '20', '02-02T09:00:00Z');
    await low.sign('01', '20', '02-02T09:00:00Z');
    await app.ownerScript(`
      drop trigger posting_marks_account_period on posting;
      drop trigger statement_marks_account_period on statement;
      drop trigger rated_day_marks_account_period on rated_day;
      drop table account_period, account_episode;
      drop function mark_account_period, account_episode_keeps_what_happened;
      ${migration}
      update account_period set looked_at = '${low.at('02-20T00:00:00Z')}';
      grant select, insert, update on account_period, account_episode to public;`);
    await low.until('02-20T00:00:00Z');
    expect((await late.balance()).state.cause).toBe('overdue');
    expect((await low.balance()).state).toEqual({ summary: 'overdraft' });
    await low.until('02-22T00:00:00Z');
    expect((await low.balance()).state).toMatchObject({ t0: low.at('02-21T00:00:00Z') });
  });
});
