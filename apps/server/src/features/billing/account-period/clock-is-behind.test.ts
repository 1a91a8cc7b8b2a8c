import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Work } from '#platform/context/context.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ticksOf } from '../../../ticks.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getAvailableBalance } from '../available-balance/available-balance.queries.ts';
import { recordBankTransaction } from '../bank/record-bank-transaction.ts';
import { keepTick, setTick } from '../calendar/keep-tick.ts';
import { contractInItsYear, sevenRated } from './account-period.fixture.ts';
import { follow, followDue } from './follow-due.ts';
import { moving } from './moving-money.ts';
import { reopenContract } from './reopen-contract.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await app.close();
});

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The time shown by a clock that is this far behind. */
const behind = (at: string, ms: number) => new Date(Date.parse(at) - ms);

/** Runs a verb like a call to a server whose clock shows `now`. */
function by(now: Date, id: string, verb: (ctx: OnLocked<Work>) => Promise<unknown>): Promise<unknown> {
  return app.deps.db.transaction().execute(async (tx) => {
    const work = { tx, now, log: app.deps.log };
    return moving(work, await lockContract(tx, id), (contract) => verb({ ...work, contract }));
  });
}

/**
 * A contract below zero since noon, checked at once. Server and database share one clock, and only the calendar's
 * last round is later.
 */
async function belowZeroSinceNoon() {
  const given = await contractInItsYear(app);
  await given.until('02-02T12:00:00Z');
  await sevenRated(app, given.id, given.at('02-01'), given.at('02-02T12:00:00Z'));
  await keepTick(app.deps.db, app.clock.now());
  await followDue(app.deps, app.clock.now());
  expect((await given.balance()).state).toEqual({ summary: 'overdraft' });
  return given;
}

describe('a server whose clock is behind', () => {
  it.each([
    ['by a minute and a half', 1.5 * minuteMs],
    ['by two hours', 120 * minuteMs],
    ['by 20 days', 20 * dayMs],
    ['by 70 days', 70 * dayMs],
  ])('shortens no day of warning, %s', async (_, ms) => {
    const { at, id, until, balance, episodes } = await belowZeroSinceNoon();
    const wrong = behind(at('02-02T12:01:00Z'), ms);
    await followDue(app.deps, wrong);
    await follow(app.deps, id, wrong);
    await until('02-02T14:00:00Z');
    expect((await balance()).state).toEqual({ summary: 'overdraft' });
    expect(await episodes()).toEqual([]);
    await until('02-03T12:00:00Z');
    expect((await balance()).state).toMatchObject({ cause: 'belowZero', t0: at('02-03T12:00:00Z') });
  });

  it('answers as of the last check', async () => {
    const { id, at } = await belowZeroSinceNoon();
    const now = behind(at('02-02T12:30:00Z'), 70 * dayMs);
    const contract = await getContract(app.deps.db, id);
    expect(await getAvailableBalance({ db: app.deps.db, now, contract })).toMatchObject({
      state: { summary: 'overdraft' },
      asOf: at('02-02T12:00:00.000Z'),
    });
  });

  it.each([
    ['a part, which keeps the day of warning', '1', 'overdraft'],
    ['all of it, which ends the overdraft', '1000', 'normal'],
  ])('follows a payment made by it: %s', async (_, amount, summary) => {
    const { id, at, until, balance, episodes } = await belowZeroSinceNoon();
    await by(behind(at('02-02T13:00:00Z'), 70 * dayMs), id, (ctx) =>
      recordBankTransaction({ ...ctx, twoPeopleAbove: {} }, { body: { type: 'deposit', amount, currency: 'USD' } }),
    );
    await until('02-02T14:00:00Z');
    expect((await balance()).state).toEqual({ summary });
    expect(await episodes()).toEqual([]);
  });

  it('is bounded only by the database’s clock before the first calendar round', async () => {
    const { id, until, balance } = await belowZeroSinceNoon();
    const trusted = new Date();
    await setTick(app.deps.db, new Date(0));
    // The state of a contract that was checked today, which no clock contradicts.
    await app.ownerScript(
      `update account_period set looked_at = '${trusted.toISOString()}', beyond_since = '${trusted.toISOString()}', look_at = null
        where contract_id = '${id}'`,
    );
    await follow(app.deps, id, new Date(trusted.getTime() - 70 * dayMs));
    const kept = () =>
      app.deps.db
        .selectFrom('account_period')
        .select(['looked_at', 'beyond_since'])
        .where('contract_id', '=', id)
        .executeTakeFirst();
    expect(await kept()).toEqual({ looked_at: trusted, beyond_since: trusted });
    await until('02-05T00:00:00Z');
    expect((await balance()).state).toMatchObject({ cause: 'belowZero' });
  });

  it('adds no days to an episode’s stop', async () => {
    const { id, at, until, sign, update, balance } = await contractInItsYear(app);
    const { id: statement } = await sign('01', '100', '02-02T09:00:00Z');
    await until('02-15T09:00:00Z');
    await update(statement, 'manualProcessing');
    await keepTick(app.deps.db, app.clock.now());
    await follow(app.deps, id, new Date(at('02-04T00:00:00Z')));
    await until('02-15T10:00:00Z');
    expect((await balance()).details.extensionPeriodEnd).toBe(at('02-18T10:00:00Z'));
  });

  it('leaves a reopened contract reopened, also in its own rounds', async () => {
    const { id, at, until, sign, balance, reopen } = await contractInItsYear(app);
    await sign('01', '20', '02-02T09:00:00Z');
    await until('05-20T00:00:00Z');
    expect((await balance()).state.summary).toBe('destructionPeriod');
    await keepTick(app.deps.db, app.clock.now());
    const wrong = behind(at('05-20T00:30:00Z'), 62 * dayMs);
    await by(wrong, id, (ctx) => reopenContract(ctx, reopen));
    await followDue(app.deps, wrong);
    await until('05-20T01:00:00Z');
    expect((await balance()).state).toMatchObject({ summary: 'extensionPeriod', t0: at('05-20T00:00:00Z') });
  });
});

it('a doubtful clock derives no account periods; usage rated meanwhile counts once it is right', async () => {
  const { id, at } = await belowZeroSinceNoon();
  await sevenRated(app, id, at('02-02'), at('02-02T12:30:00Z'));
  const mark = async () =>
    (
      await app.deps.db
        .selectFrom('account_period')
        .select('mark')
        .where('contract_id', '=', id)
        .executeTakeFirstOrThrow()
    ).mark;
  let off = 70 * dayMs;
  const right = new Date(at('02-02T13:00:00Z'));
  const witness = { databaseNow: async () => new Date(right.getTime() + off), elapsedMs: () => 0 };
  const round = async (name: string) => {
    app.clock.moveTo(right);
    await ticksOf({ ...app.deps, witness })
      .find((tick) => tick.name === name)
      ?.run(right);
  };
  await round('account-period.follow-due');
  await round('purchase.rate-due').catch(() => {});
  expect(await mark()).toBe('rated');
  off = 0;
  await round('account-period.follow-due');
  expect(await mark()).toBeNull();
});
