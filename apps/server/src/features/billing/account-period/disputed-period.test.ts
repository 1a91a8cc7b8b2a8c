import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { issued } from '../../money/voucher/voucher.fixture.ts';
import { contractInItsYear } from './account-period.fixture.ts';
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

  it('of an overdue statement makes an episode neither better nor worse', async () => {
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

  it('that is older than an episode lets it end once everything not in dispute is paid', async () => {
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

  it('withdrawn in the same instant ends no episode, whatever vouchers the contract has', async () => {
    const { id: contractId, at, until, sign, update, deposit, balance, episodes } = await given();
    await until('03-02T08:00:00Z');
    const { id } = await sign('02', '60', '03-02T09:00:00Z');
    await until('03-12T09:00:00Z');
    await issued(app, contractId, { denomination: '100', validDays: 60 });
    await update(id, 'manualProcessing');
    expect((await balance()).state).toMatchObject({ stoppedAt: at('03-12T09:00:00Z') });
    await update(id, 'confirmed');
    await until('04-01T00:00:00Z');
    expect(await episodes()).toEqual([['belowZero', at('03-03T09:00:00.000Z'), null]]);
    await deposit('60');
    expect((await balance()).state.summary).toBe('normal');
  });

  it('upheld gives credit that pays another overdue statement and ends its episode', async () => {
    const { at, until, sign, update, deposit, balance, episodes } = await given();
    await deposit('100');
    const paid = await sign('01', '100', '02-02T09:00:00Z');
    await until('02-08T00:00:00Z');
    await sign('02', '60', '03-02T09:00:00Z');
    await until('03-12T09:00:00Z');
    expect(await balance()).toMatchObject({ details: { undeductedOverDue: '60.00000000' } });
    await update(paid.id, 'manualProcessing');
    await update(paid.id, 'confirmed', '100');
    expect(await balance()).toMatchObject({ availableBalance: '40.00000000', state: { summary: 'normal' } });
    expect(await episodes()).toEqual([['belowZero', at('03-03T09:00:00.000Z'), 'cured']]);
  });

  it('that ended while another statement was late hides nothing: the unpaid one keeps the episode', async () => {
    const { id: contractId, until, sign, update, deposit, balance, episodes } = await given();
    await sign('01', '10', '02-02T09:00:00Z');
    await until('03-02T08:00:00Z');
    const { id } = await sign('02', '20', '03-02T09:00:00Z');
    // The account has more than it owes, and is still overdue, since a voucher pays no signed statement.
    await issued(app, contractId, { denomination: '100', validDays: 60 });
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

  it('leaves the cash for undisputed statements, due or not', async () => {
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

  it('holds later cash too, and ends an episode once all is held', async () => {
    const { id: contractId, until, sign, update, deposit, balance } = await given();
    const { id } = await sign('01', '80', '02-02T09:00:00Z');
    await until('02-10T00:00:00Z');
    await update(id, 'manualProcessing');
    await deposit('50');
    const held = await balance();
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '0.00000000', frozen: '50.00000000' });
    expect(held).toMatchObject({ availableBalance: '-30.00000000', details: { frozen: '50.00000000' } });
    await deposit('40');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '10.00000000', frozen: '80.00000000' });
    expect((await balance()).state.summary).toBe('normal');
    await update(id, 'confirmed');
    await until('02-20T00:00:00Z');
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '10.00000000', frozen: '0.00000000' });
  });
});
