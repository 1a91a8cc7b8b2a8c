import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { compare } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { roundAt } from '#testing/round-at.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyAccountPeriods } from '../../billing/account-period/verify-account-periods.ts';
import { meteredContract, sellCoreHours, sendUsage, usedIn } from '../../metering/usage/metering.fixture.ts';
import { deposited } from '../ledger/ledger.fixture.ts';
import { issued } from './voucher.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-10T10:30:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '1.111111111111');
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await app.close();
});

const balanceOf = (id: string) => internalCaller(app).call(availableBalances.get, { params: { id } });
const available = async (id: string) => (await balanceOf(id)).availableBalance;
/** The kinds of notifications about a contract's balance. */
async function notificationsOf(id: string): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('notification')
    .select('kind')
    .where('contract_id', '=', id)
    .where('kind', 'in', ['balance_low', 'account_period'])
    .execute();
  return rows.map(({ kind }) => kind);
}

async function episodesOf(id: string) {
  return (await internalCaller(app).call(accountPeriods.list, { params: { id }, query: {} })).items;
}

describe('a contract whose usage a voucher pays', () => {
  it('gets no warning and stays normal from the voucher’s end until its month is signed and due', async () => {
    const metered = await meteredContract(app);
    const { contractId } = metered;
    await member(app, contractId, 'admin');
    await issued(app, contractId, { denomination: '1000', validDays: 10 });
    await roundAt(app, '2026-09-20T09:00:00Z');
    await sendUsage(app, [usedIn(metered, '2026-09-12T11', '7'), usedIn(metered, '2026-09-19T23', '20.5')]);
    await roundAt(app, '2026-09-20T10:29:59Z');
    expect(compare(await available(contractId), '900')).toBe(1);
    for (const instant of ['2026-09-20T10:30:00Z', '2026-09-20T11:00:00Z', '2026-09-22T12:00:00Z']) {
      await roundAt(app, instant);
      expect(await available(contractId)).toBe('0.00000000');
    }
    // Late usage within its window, and a correction.
    await sendUsage(app, [
      usedIn(metered, '2026-09-18T05', '30'),
      { ...usedIn(metered, '2026-09-19T23', '-4'), correction: true },
    ]);
    for (const instant of ['2026-09-23T00:00:00Z', '2026-10-01T00:00:00Z', '2026-10-02T08:59:59Z']) {
      await roundAt(app, instant);
      expect(await balanceOf(contractId)).toMatchObject({
        availableBalance: '0.00000000',
        state: { summary: 'normal' },
      });
    }
    await roundAt(app, '2026-10-02T09:00:00Z');
    const { items } = await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} });
    expect(items).toMatchObject([{ month: '2026-09', payableAmount: '0.00000000' }]);
    expect(await balanceOf(contractId)).toMatchObject({
      availableBalance: '0.00000000',
      details: { voucher: '0.00000000', unbilled: '0.00000000' },
    });
    // The statement is withdrawn, and signed again by an operator.
    await internalCaller(app).call(statements.delete, {
      params: { id: contractId },
      query: { ids: items[0]?.id ?? '' },
    });
    for (const instant of ['2026-10-03T00:00:00Z', '2026-10-07T00:05:00Z', '2026-10-09T00:00:00Z']) {
      await roundAt(app, instant);
      expect(await available(contractId)).toBe('0.00000000');
    }
    await internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-09' } });
    await roundAt(app, '2026-11-01T00:00:00Z');
    expect(await balanceOf(contractId)).toMatchObject({ availableBalance: '0.00000000', state: { summary: 'normal' } });
    expect(await notificationsOf(contractId)).toEqual([]);
    expect(await episodesOf(contractId)).toEqual([]);
  });
});

describe('a contract that owes a fraction of a cent', () => {
  it('stays normal and gets a low-balance notice: 10.00 in cash, 10.004 used, and 10.00 payable', async () => {
    const metered = await meteredContract(app);
    const { contractId } = metered;
    await member(app, contractId, 'admin');
    await deposited(app, contractId, '10');
    await roundAt(app, '2027-06-10T12:00:00Z');
    await sendUsage(app, [usedIn(metered, '2027-06-10T09', '9.0036')]);
    for (const instant of ['2027-06-10T13:00:00Z', '2027-06-13T13:00:00Z', '2027-07-02T08:59:59Z']) {
      await roundAt(app, instant);
      expect(await balanceOf(contractId)).toMatchObject({
        availableBalance: '-0.00400000',
        state: { summary: 'normal' },
      });
    }
    await roundAt(app, '2027-07-02T09:00:00Z');
    expect(await available(contractId)).toBe('0.00000000');
    expect([await notificationsOf(contractId), await episodesOf(contractId)]).toEqual([['balance_low'], []]);
  });
});
