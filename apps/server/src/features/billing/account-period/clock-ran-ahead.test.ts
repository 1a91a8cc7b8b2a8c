import { bank } from '@usance/api/billing/bank';
import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { post } from '../../money/ledger/post.ts';
import { keepTick } from '../calendar/keep-tick.ts';
import { contractInItsYear, sevenRated } from './account-period.fixture.ts';
import { follow, followDue } from './follow-due.ts';
import { moving } from './moving-money.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await app.close();
});

const given = () => contractInItsYear(app);

/** Calls another server of the installation whose clock shows another time. */
async function callerOfServerAt(shown: string): Promise<Caller> {
  const clock = new ManualClock(shown);
  const options = { version: 'test', internalToken: testToken, strict: true, trustProxy: [] };
  return internalCaller({ ...app, ...(await buildApp({ ...app.deps, clock }, options)), clock });
}

it('by a clock that runs ahead, no payment, confirmation or deduction takes cash before the calendar’s day', async () => {
  const { id, at, until, sign, caller } = await given();
  const { id: statementID } = await sign('01', '60', '02-02T09:00:00Z');
  await keepTick(app.deps.db, app.clock.now());
  const ahead = await callerOfServerAt(at('02-20T10:00:00Z'));
  const params = { id };
  const taken = async () => (await caller.call(statements.get, { params: { id, statementID } })).cashDeducted;
  await ahead.call(statements.update, { params, body: [{ id: statementID, confirmState: 'confirmed' }] });
  await ahead.call(bank.record, { params, body: { type: 'deposit', amount: '60', currency: 'USD' } });
  expect(await ahead.call(deductions.calculate, { body: { contractId: id } })).toMatchObject({ statements: [] });
  expect(await taken()).toBe('0.00000000');
  await until('02-07T00:05:00Z');
  expect(await taken()).toBe('60.00000000');
});

it('signs no month and ends no dispute by a clock far ahead of the calendar, since their days of notice would be wrong', async () => {
  const { id, at, sign, update, until } = await given();
  const { id: statementID } = await sign('01', '60', '02-02T09:00:00Z');
  await update(statementID, 'manualProcessing');
  await keepTick(app.deps.db, app.clock.now());
  const ahead = await callerOfServerAt(at('03-20T10:00:00Z'));
  const month = { body: { contractId: id, month: at('02') } };
  const ended = { params: { id }, body: [{ id: statementID, confirmState: 'confirmed' }] };
  for (const refused of [ahead.refusal(statements.sign, month), ahead.refusal(statements.update, ended)])
    expect(await refused).toMatchObject({ code: 409, reason: 'CLOCK_CONFLICT' });
  const inTime = await callerOfServerAt(at('02-02T10:50:00Z'));
  expect(await inTime.refusal(statements.sign, month)).toMatchObject({ reason: 'STATEMENT_TOO_EARLY' });
  await until('02-03T09:00:00Z');
  await keepTick(app.deps.db, app.clock.now());
  expect(await update(statementID, 'confirmed')).toMatchObject({ items: [{ dueDate: at('02-08') }] });
});

describe('after a clock that ran ahead and was set back', () => {
  // Without a calendar round, only the database could contradict such a clock.
  beforeEach(() => app.ownerScript('delete from calendar_tick'));

  /** Payments, reopenings and the hourly round by a clock that shows `at`. */
  const by = (at: string) => ({
    deposit: async (id: string, amount: string) => {
      const entries = [
        { account: { kind: 'cash' } as const, amount },
        { account: { kind: 'bank' } as const, amount: `-${amount}` },
      ];
      await app.deps.db
        .transaction()
        .execute((tx) =>
          lockContract(tx, id).then((contract) =>
            moving({ tx, now: new Date(at) }, contract, (moved) =>
              post(tx, moved, { kind: 'deposit', at: new Date(at), entries }),
            ),
          ),
        );
    },
    follow: (id: string) => follow(app.deps, id, new Date(at)),
  });

  it('an episode ends that was paid when it seemed to be over', async () => {
    const { id, at, until, sign, balance, episodes } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    const ahead = by(at('06-01T00:00:00Z'));
    await ahead.follow(id);
    await ahead.deposit(id, '20');
    expect((await balance()).state).toEqual({ summary: 'normal' });
    expect(await episodes()).toMatchObject([['belowZero', at('02-03T09:00:00.000Z'), null]]);
    await followDue(app.deps, app.clock.now());
    expect(await episodes()).toEqual([['belowZero', at('02-03T09:00:00.000Z'), 'cured']]);
    expect(await followDue(app.deps, app.clock.now())).toBe(0);
  });

  it('a debt is beyond its limit from when the clock is right again, not from a future day', async () => {
    const { id, at, until, balance } = await given();
    await sevenRated(app, id, at('02-01'), at('04-01T00:00:00Z'));
    await by(at('04-01T00:00:00Z')).follow(id);
    await until('02-02T12:00:00Z');
    await until('02-04T00:00:00Z');
    expect((await balance()).state).toMatchObject({ cause: 'belowZero', t0: at('02-03T12:00:00Z') });
  });

  it('a dispute gives back the days that it really took', async () => {
    const { id, at, until, sign, update, deposit } = await given();
    const statement = await sign('01', '60', '02-02T09:00:00Z');
    const ahead = await callerOfServerAt(at('02-13T10:00:00Z'));
    const body = [{ id: statement.id, confirmState: 'manualProcessing' }] as const;
    await ahead.call(statements.update, { params: { id }, body: [...body] });
    await deposit('60');
    await until('02-20T10:00:00Z');
    const ended = await update(statement.id, 'confirmed');
    expect(ended).toMatchObject({ items: [{ dueDate: at('02-25'), cashDeducted: '0.00000000' }] });
  });

  it('no day of an episode’s stop counts twice', async () => {
    const { id, at, until, sign, update, balance } = await given();
    const { id: statement } = await sign('01', '100', '02-02T09:00:00Z');
    await until('02-05T09:00:00Z');
    await update(statement, 'manualProcessing');
    const ahead = await callerOfServerAt(at('02-15T09:00:00Z'));
    const params = { id };
    await ahead.call(statements.update, { params, body: [{ id: statement, confirmState: 'confirmed' }] });
    await until('02-05T10:00:00Z');
    await update(statement, 'manualProcessing');
    await until('02-25T09:00:00Z');
    // It stood still for the 20 days since the 5th.
    expect((await balance()).details.extensionPeriodEnd).toBe(at('03-10T09:00:00Z'));
  });

  it('a contract is not checked again for a normal difference of clocks', async () => {
    const { id, at, until, sign } = await given();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    await by(at('02-10T00:00:30Z')).deposit(id, '1');
    expect(await followDue(app.deps, app.clock.now())).toBe(0);
  });
});
