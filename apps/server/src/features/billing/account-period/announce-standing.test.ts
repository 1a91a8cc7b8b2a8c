import { accountPeriods } from '@usance/api/billing/account-period';
import { creditLimits } from '@usance/api/billing/credit-limit';
import { gracePeriods } from '@usance/api/billing/grace-period';
import { dataclouds } from '@usance/api/contract/datacloud';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { tellingOn } from '../../contract/notification/notification.fixture.ts';
import { contractInItsYear, sevenRated } from './account-period.fixture.ts';
import { follow, followDue } from './follow-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(() => app.close());
// The round takes every active contract, so those of earlier tests must not be active.
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
});

/** A contract with a data cloud, which follows its account. */
async function servedContract() {
  const payer = await contractInItsYear(app);
  const admin = await member(app, payer.id, 'admin');
  const place = { regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  await admin.call(dataclouds.create, { body: { ...place, contractId: payer.id, name: `lake_${payer.year}` } });
  return payer;
}

const told = (contractId: string, kind: 'account_period' | 'balance_low' | 'statement_issued') =>
  app.deps.db
    .selectFrom('notification')
    .select('arguments')
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .orderBy('no')
    .execute()
    .then((rows) => rows.map((row) => row.arguments));

describe('members are notified', () => {
  it('once of each period, and of the cure', async () => {
    const { id, at, until, sign, deposit } = await servedContract();
    await sign('01', '20', '02-02T09:00:00Z');
    for (const when of ['02-02T12', '02-02T18', '02-05T00', '02-25T00', '02-26T00', '03-10T00']) {
      await until(`${when}:00:00Z`);
      await followDue(app.deps, app.clock.now());
    }
    await deposit('20');
    expect(await told(id, 'account_period')).toEqual([
      { period: 'overdraft' },
      { period: 'extensionPeriod', until: at('02-18') },
      { period: 'suspensionPeriod', until: at('03-05') },
      { period: 'backupPeriod', until: at('04-04') },
      { period: 'normal', ended: 'cured' },
    ]);
  });

  /**
   * A contract with 20 overdue on 02-08, three days of grace, and a credit limit of 1000, so that only the overdue
   * statement counts.
   */
  async function inGrace() {
    const payer = await servedContract();
    const params = { id: payer.id };
    await payer.caller.call(creditLimits.create, {
      params,
      body: { amount: '1000', currency: 'USD', reason: 'As agreed' },
    });
    await payer.caller.call(gracePeriods.create, {
      params,
      body: { graceDays: 3, extensionDays: 5, suspensionDays: 10, backupDays: 15, reason: 'As agreed' },
    });
    const { id: statementId } = await payer.sign('01', '20', '02-02T10:00:00Z');
    const periods = () => told(payer.id, 'account_period');
    return { ...payer, statementId, periods };
  }

  it('once that a statement is overdue when its grace begins, and that it is paid', async () => {
    const { at, until, deposit, periods } = await inGrace();
    await until('02-07T23:59:00Z');
    expect(await periods()).toEqual([{ period: 'overdraft' }]);
    for (const when of ['02-08T00:00:00Z', '02-08T01:00:00Z', '02-10T23:59:59Z']) await until(when);
    const late = { period: 'overdraft', graceUntil: at('02-11') };
    expect(await periods()).toEqual([{ period: 'overdraft' }, late]);
    await deposit('20');
    expect(await periods()).toEqual([{ period: 'overdraft' }, late, { period: 'normal', ended: 'cured' }]);
  });

  it('by mail of the last state only, if a late check is followed by a payment', async () => {
    const { id, at, until, deposit, periods } = await inGrace();
    const payer = await member(app, id, 'billing_admin');
    const mails = tellingOn(() => app).mailsTo;
    await until('02-08T00:00:30Z', { late: true });
    await deposit('20');
    const late = { period: 'overdraft', graceUntil: at('02-11') };
    expect(await periods()).toEqual([late, { period: 'normal', ended: 'cured' }]);
    expect((await mails(payer.identifier)).map(({ subject }) => subject)).toEqual([
      `Your account is in good standing again – ${id}`,
    ]);
  });

  it('of the extension only, if the check comes after the grace', async () => {
    const { at, until, periods } = await inGrace();
    await until('02-11T00:00:00Z', { late: true });
    await until('02-11T00:00:01Z');
    expect(await periods()).toEqual([{ period: 'extensionPeriod', until: at('02-16') }]);
  });

  it('of no payment if an overdue statement is disputed', async () => {
    const { statementId, until, update, periods } = await inGrace();
    await until('02-08T12:00:00Z');
    const before = await periods();
    await update(statementId, 'manualProcessing');
    await until('02-09T12:00:00Z');
    expect(await periods()).toEqual(before);
  });

  it('of each breach and each cure, even on one day', async () => {
    const { until, id, at, deposit, periods } = await inGrace();
    await until('02-12T00:00:00Z');
    await deposit('20');
    const beyond = async (hour: string) => {
      await until(`02-12T${hour}:00:00Z`);
      const used = at(`02-${hour}`);
      const now = app.clock.now();
      await sql`insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
        values (${id}, ${used}, nextval('purchase_run_no'), 1, '2000', ${now}, ${now})`.execute(app.deps.db);
      await followDue(app.deps, app.clock.now());
      await deposit('2000');
    };
    await beyond('10');
    await beyond('11');
    expect((await periods()).map(({ period, ended }: { period?: string; ended?: string }) => [period, ended])).toEqual([
      ['extensionPeriod', undefined],
      ['normal', 'cured'],
      ['extensionPeriod', undefined],
      ['normal', 'cured'],
      ['extensionPeriod', undefined],
      ['normal', 'cured'],
    ]);
  });

  it('once that the contract is reopened after destruction', async () => {
    const { id, until, caller, reopen, at, sign } = await servedContract();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('05-01T00:00:00Z');
    await caller.call(accountPeriods.reopen, reopen);
    await followDue(app.deps, app.clock.now());
    expect((await told(id, 'account_period')).slice(-2)).toEqual([
      { period: 'destructionPeriod' },
      { period: 'extensionPeriod', until: at('05-16'), ended: 'reopened' },
    ]);
  });

  it('at most once a day that it is overdrawn or in order', async () => {
    const { id, at, sign, deposit, until } = await servedContract();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-02T11:00:00Z');
    for (const day of ['02-01', '02-02']) {
      await deposit('20');
      await sevenRated(app, id, at(day), at('02-02T11:00:00Z'));
      await followDue(app.deps, app.clock.now());
      await deposit('7');
    }
    expect(await told(id, 'account_period')).toEqual([{ period: 'overdraft' }, { period: 'normal' }]);
  });

  it('of a low balance, below three days of the last week’s average cost, and again only after it was higher', async () => {
    const { id, at, until, deposit } = await servedContract();
    await deposit('60');
    const use = async (day: string) => {
      await sevenRated(app, id, at(day), at(`${day}T20:00:00Z`));
      await until(`${day}T21:00:00Z`);
    };
    for (const day of ['02-02', '02-03', '02-04', '02-05', '02-06']) await use(day);
    // 25 left; 4 of the last 7 days have usage: 28 / 7 * 3 = 12.
    expect(await told(id, 'balance_low')).toEqual([]);
    // 11 left after seven days: 6 / 7 * 21 = 18.
    for (const day of ['02-07', '02-08', '02-09']) await use(day);
    const first = { currency: 'USD', available: expect.stringMatching(/^11\.0+$/) };
    expect(await told(id, 'balance_low')).toEqual([first]);
    await deposit('100');
    expect(await told(id, 'balance_low')).toEqual([first]);
    for (const each of [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]) await use(`02-${each}`);
    expect(await told(id, 'balance_low')).toEqual([first, expect.objectContaining({ currency: 'USD' })]);
  });

  it('once by concurrent checks', async () => {
    const { id, sign, until } = await servedContract();
    await sign('01', '20', '02-02T09:00:00Z');
    await until('02-02T12:00:00Z', { late: true });
    await Promise.all(Array.from({ length: 4 }, () => follow(app.deps, id, app.clock.now())));
    expect(await told(id, 'account_period')).toEqual([{ period: 'overdraft' }]);
    expect(await told(id, 'balance_low')).toHaveLength(1);
  });

  it('of nothing about a study, which is not charged', async () => {
    const { id, at, until } = await servedContract();
    await app.deps.db.updateTable('contract').set({ is_study: true }).where('id', '=', id).execute();
    await sevenRated(app, id, at('02-01'), at('02-02T11:00:00Z'));
    await until('02-02T12:00:00Z');
    expect([...(await told(id, 'account_period')), ...(await told(id, 'balance_low'))]).toEqual([]);
  });
});

describe('a statement', () => {
  it('is announced when it is signed, with its payable amount and due day', async () => {
    const { id, at, sign } = await servedContract();
    const signed = await sign('01', '20', '02-02T09:00:00Z');
    expect(await told(id, 'statement_issued')).toEqual([
      { statementId: signed.id, month: at('01'), payable: '20.00000000', currency: 'USD', dueOn: signed.due_on },
    ]);
  });
});
