import { statements } from '@usance/api/billing/statement';
import { notifications } from '@usance/api/contract/notification';
import { clocks } from '@usance/api/installation/clock';
import { accounts } from '@usance/api/people/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { fitOut } from '../../../fittings.ts';
import { ticksOf } from '../../../ticks.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { attempted, codeOf, withSecondFactor } from '../../people/second-factor/second-factor.fixture.ts';
import { advanceClock } from './advance-clock.ts';
import { openClock } from './movable-clock.ts';

const begun = '2026-10-15T12:00:00.000Z';
const instantOf = (at: Date | null | undefined) => at?.toISOString();
const move = (to: string) => ({ body: { to } });

describe('a move of two months in one call', () => {
  const goal = '2026-12-16T00:00:00.000Z';
  let app: TestApp;
  let payer: string;
  let late: string;
  let reader: Awaited<ReturnType<typeof member>>;
  beforeAll(async () => {
    app = await startTestApp({ now: begun, clickhouse: true, sandbox: true });
    await sellCoreHours(app, 'compute.r', '2');
    const [one, other] = [await meteredContract(app), await meteredContract(app)];
    [payer, late] = [one.contractId, other.contractId];
    reader = await member(app, late, 'admin');
    await deposited(app, payer, '100');
    await sendUsage(app, [usageOf(one, { quantity: '10' }), usageOf(other)]);
    expect(await internalCaller(app).call(clocks.move, move(goal))).toMatchObject({ now: goal, goal: null });
  });
  afterAll(() => app.close());

  it('changes the time here and not outside', async () => {
    expect(await internalCaller(app).call(clocks.get, {})).toEqual({ isSandbox: true, now: goal, goal: null });
    expect([app.deps.clock.now().toISOString(), app.clock.now().toISOString()]).toEqual([goal, begun]);
  });

  it('signs the month on the 2nd at 09:00, and confirms and deducts it on the 7th: 10 core-hours at 2 are 20', async () => {
    const row = await app.deps.db
      .selectFrom('statement')
      .selectAll()
      .where('contract_id', '=', payer)
      .where('month', '=', '2026-10')
      .executeTakeFirstOrThrow();
    expect([row.amount, row.cash_deducted, row.deduct_state]).toEqual(['20.00000000', '20.00000000', 'fullySettled']);
    expect(instantOf(row.signed_at)).toBe('2026-11-02T09:00:00.000Z');
    const postings = await app.deps.db
      .selectFrom('posting')
      .select(['kind', 'at'])
      .where('contract_id', '=', payer)
      .orderBy('at')
      .execute();
    expect(postings.map(({ kind, at }) => `${kind} ${instantOf(at)}`)).toEqual([
      `deposit ${begun}`,
      'sign 2026-11-02T09:00:00.000Z',
      'deduct 2026-11-07T00:05:00.000Z',
    ]);
  });

  it('takes a contract that never pays through each period, with one notice for each at its beginning', async () => {
    const told = await app.deps.db
      .selectFrom('notification')
      .select(['kind', 'dedupe_key', 'created_at'])
      .where('contract_id', '=', late)
      .orderBy('no')
      .execute();
    const lines = told.map(({ kind, dedupe_key, created_at }) =>
      [instantOf(created_at), kind, ...(kind === 'account_period' ? [dedupe_key.split(' ')[0]] : [])].join(' '),
    );
    expect(lines).toEqual([
      `${begun} balance_low`,
      `${begun} account_period overdraft`,
      // The September that had ended before its start.
      `${begun} statement_issued`,
      '2026-10-16T12:00:00.000Z account_period extensionPeriod',
      '2026-10-31T12:00:00.000Z account_period suspensionPeriod',
      '2026-11-02T09:00:00.000Z statement_issued',
      '2026-11-15T12:00:00.000Z account_period backupPeriod',
      '2026-12-02T09:00:00.000Z statement_issued',
      '2026-12-15T12:00:00.000Z account_period destructionPeriod',
    ]);
    const episode = await app.deps.db.selectFrom('account_episode').selectAll().executeTakeFirstOrThrow();
    expect([instantOf(episode.t0), instantOf(episode.opened_at)]).toEqual(Array(2).fill('2026-10-16T12:00:00.000Z'));
  });

  it('keeps users signed in', async () => {
    const told = await reader.call(notifications.list, { params: { id: late }, query: {} });
    expect(told.notifications[0]).toMatchObject({ createdAt: '2026-12-15T12:00:00.000Z' });
    expect(await reader.call(accounts.whoami, {})).toMatchObject({ id: reader.accountId });
  });

  it('lets time run on afterwards', async () => {
    app.clock.pass({ minutes: 5 });
    expect(await internalCaller(app).call(clocks.get, {})).toMatchObject({ now: '2026-12-16T00:05:00.000Z' });
    const { id } = await contract(app);
    const made = await app.deps.db.selectFrom('contract').select('created_at').where('id', '=', id).executeTakeFirst();
    expect(instantOf(made?.created_at)).toBe('2026-12-16T00:05:00.000Z');
  });

  it('does not affect codes of authenticator apps', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    expect(await attempted(app, identifier, { code: codeOf(app, secret) })).toMatchObject({ status: 200 });
  });
});

describe('time', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ now: begun, clickhouse: true, sandbox: true });
  });
  afterAll(() => app.close());

  it('moves only forwards, and at most 400 days at once', async () => {
    expect(await internalCaller(app).refusal(clocks.move, move(begun))).toMatchObject({
      code: 409,
      reason: 'CLOCK_CONFLICT',
      metadata: { field: 'to' },
    });
    expect(await internalCaller(app).refusal(clocks.move, move('2027-11-20T00:00:00Z'))).toMatchObject({
      code: 400,
      reason: 'INVALID_PARAMETER',
      metadata: { field: 'to' },
    });
    expect(await internalCaller(app).call(clocks.get, {})).toMatchObject({ now: begun, goal: null });
  });

  it('is moved by one of two parallel requests, and the other gets the goal', async () => {
    const to = '2026-10-20T00:00:00Z';
    const replies = await Promise.all(
      [1, 2].map(() =>
        app.internalListener.inject({
          method: 'POST',
          url: '/internal/api/v1/clock',
          headers: { authorization: `Bearer ${testToken}` },
          payload: { to },
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const won = replies.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await internalCaller(app).call(clocks.get, {})).toEqual(won);
  });

  it('is moved once by a repeated request', async () => {
    const headers = { 'idempotency-key': 'clock-of-a-script' };
    const first = await internalCaller(app).call(clocks.move, { ...move('2026-11-01T00:00:00Z'), headers });
    app.clock.pass({ minutes: 1 });
    expect(await internalCaller(app).call(clocks.move, { ...move('2026-11-01T00:00:00Z'), headers })).toEqual(first);
    expect(instantOf(app.deps.clock.now())).toBe('2026-11-01T00:01:00.000Z');
  });

  it('that passes outside meanwhile is not lost', async () => {
    app.clock.moveTo('2026-12-01T00:00:00Z');
    const before = app.deps.clock.now().getTime();
    await internalCaller(app).call(clocks.move, move(new Date(before + 1_000).toISOString()));
    expect(app.deps.clock.now().getTime()).toBe(before + 1_000);
  });

  it('stands still for regular ticks during a move, which another server can finish', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    const from = app.deps.clock.now();
    // The state after the call's server is killed.
    await app.deps.db
      .updateTable('sandbox_clock')
      .set({
        shows: from,
        set_at: app.clock.now(),
        goal: new Date('2027-02-20T00:00:00Z'),
        stepped_at: sql`clock_timestamp()`,
      })
      .execute();
    const months = async () => {
      const { items } = await internalCaller(app).call(statements.list, { params: { id }, query: {} });
      return items.map(({ month, signedAt }) => `${month} ${signedAt}`).sort();
    };
    const clock = await openClock(app.deps.db, app.clock);
    const other = await buildApp(fitOut({ ...app.deps, clock }, { testClock: clock }), { internalToken: testToken });
    for (const tick of other.ticks) await tick.run(new Date(from.getTime() + 60_000));
    expect([await months(), instantOf(clock.now())]).toEqual([[], instantOf(from)]);
    expect(await internalCaller(app).refusal(clocks.move, move('2027-02-20T00:00:00Z'))).toMatchObject({ code: 409 });

    await app.ownerScript(`update sandbox_clock set stepped_at = clock_timestamp() - interval '1 minute'`);
    const goesOn = other.ticks.find(({ name }) => name === 'clock.go-on');
    await goesOn?.run(clock.now());
    expect(await months()).toEqual([
      `2026-09 ${instantOf(from)}`,
      `2026-10 ${instantOf(from)}`,
      `2026-11 ${instantOf(from)}`,
      '2026-12 2027-01-02T09:00:00.000Z',
      '2027-01 2027-02-02T09:00:00.000Z',
    ]);
    expect(await internalCaller(app).call(clocks.get, {})).toMatchObject({
      now: '2027-02-20T00:00:00.000Z',
      goal: null,
    });
    await other.publicListener.close();
    await other.internalListener.close();
  });
});

/** The story of one contract that pays and one that does not, as `moved` moves time; each line with its instant. */
async function story(moved: (app: TestApp, to: string) => Promise<unknown>): Promise<string[]> {
  const app = await startTestApp({ now: begun, clickhouse: true, sandbox: true });
  try {
    await sellCoreHours(app, 'compute.r', '2');
    const [payer, late] = [await meteredContract(app), await meteredContract(app)];
    await member(app, late.contractId, 'admin');
    await deposited(app, payer.contractId, '100');
    await sendUsage(app, [usageOf(payer, { quantity: '10' }), usageOf(late)]);
    await moved(app, '2027-01-09T00:00:00.000Z');
    const { rows } = await sql<{ contract_id: string; at: Date; what: string }>`
      select contract_id, at, kind as what from posting
      union all select contract_id, created_at, kind || ' ' || (arguments->>'period') from notification where kind = 'account_period'
      union all select contract_id, created_at, kind from notification where kind <> 'account_period'
      union all select contract_id, opened_at, 'episode ' || no from account_episode
      union all select contract_id, signed_at, month || ' ' || deduct_state || ' ' || amount from statement`.execute(
      app.deps.db,
    );
    const whose = ({ contract_id }: { contract_id: string }) => (contract_id === late.contractId ? 'late' : 'payer');
    return rows.map((row) => `${instantOf(row.at)} ${whose(row)} ${row.what}`).sort();
  } finally {
    await app.close();
  }
}

it('two processes that move time at once have the same result as one, each event once and at its own time', async () => {
  const byOne = await story((app, to) => internalCaller(app).call(clocks.move, move(to)));
  const byTwo = await story(async (app, to) => {
    const [now, goal] = [app.clock.now(), new Date(to)];
    await app.deps.db.insertInto('sandbox_clock').values({ shows: now, set_at: now, goal }).execute();
    const process = async () => {
      const clock = await openClock(app.deps.db, app.clock);
      const deps = { ...app.deps, clock };
      await advanceClock(deps, { clock, ticks: ticksOf(deps) });
    };
    await Promise.all([process(), process()]);
    expect(await internalCaller(app).call(clocks.get, {})).toMatchObject({ now: to, goal: null });
  });
  expect(byOne.length).toBeGreaterThan(15);
  expect(byTwo).toEqual(byOne);
}, 120_000);
