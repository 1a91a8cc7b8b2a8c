import { availableBalances } from '@usance/api/billing/available-balance';
import { contracts } from '@usance/api/contract/contract';
import { notifications } from '@usance/api/contract/notification';
import { vouchers } from '@usance/api/money/voucher';
import { accountInitVouchers } from '@usance/api/people/account-init-voucher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followDue } from '../../billing/account-period/follow-due.ts';
import { verifyAccountPeriods } from '../../billing/account-period/verify-account-periods.ts';
import { notifyEnding } from './notify-ending.ts';
import { issued, signedHours } from './voucher.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-10T10:30:00Z' });
});
afterAll(() => app.close());

const internal = () => internalCaller(app);

describe('a voucher that waited for the first contract', () => {
  it('is bound when that contract is made, if it has the same currency', async () => {
    const owner = await person(app);
    const give = (currency: 'USD' | 'CNY', denomination: string) =>
      internal().call(accountInitVouchers.create, {
        body: { accountID: owner.accountId, denomination, currency, validDays: 30 },
      });
    await give('USD', '200');
    await give('CNY', '300');
    await give('USD', '20');
    const make = (currency: 'USD' | 'CNY') => owner.call(contracts.create, { body: { tags: 'Acme', currency } });
    const own = async () => (await owner.call(accountInitVouchers.listOwn, { query: {} })).items;
    expect(await own()).toHaveLength(3);
    const { id } = await make('USD');
    expect(await own()).toMatchObject([{ denomination: '300.00000000', currency: 'CNY' }]);
    const bound = await owner.call(vouchers.list, { params: { id }, query: { sorter: '{"denomination":"descend"}' } });
    const start = app.clock.now().toISOString();
    expect(bound.items).toMatchObject([
      { denomination: '200.00000000', balance: '200.00000000', boundContractID: id, start, origin: 'accountInit' },
      { denomination: '20.00000000', state: 'valid', start },
    ]);
    const { details } = await owner.call(availableBalances.get, { params: { id } });
    expect(details.voucher).toBe('220.00000000');
    const { id: second } = await make('USD');
    expect((await owner.call(vouchers.list, { params: { id: second }, query: {} })).totalSize).toBe(0);
    const { id: third } = await make('CNY');
    expect((await owner.call(vouchers.list, { params: { id: third }, query: {} })).totalSize).toBe(1);
    expect(await own()).toEqual([]);
  });
});

describe('a voucher that ends', () => {
  it('is notified once, a week before, with its remaining balance', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'billing_viewer');
    await issued(app, id, { denomination: '12.5', validDays: 10 });
    const notices = async () => {
      await notifyEnding(app.deps, app.clock.now());
      const { notifications: items } = await reader.call(notifications.list, { params: { id }, query: {} });
      return items
        .filter(({ notificationType }) => notificationType === 'voucher_ending')
        .map(({ notificationText }) => notificationText);
    };
    expect(await notices()).toEqual([]);
    app.clock.pass({ hours: 72 });
    const at = app.clock.now();
    await Promise.all([notifyEnding(app.deps, at), notifyEnding(app.deps, at)]);
    expect(await notices()).toEqual([expect.stringContaining('$12.50')]);
    app.clock.pass({ hours: 24 });
    expect(await notices()).toHaveLength(1);
  });

  it('reduces the balance at that instant, and a breach dates from then', async () => {
    const { id } = await contract(app, { signDate: '2026-08-01T00:00:00Z' });
    const start = app.clock.now().getTime();
    const [first, second] = [new Date(start + 2 * 86_400_000), new Date(start + 3 * 86_400_000)];
    await issued(app, id, { denomination: '100', validDays: 2 });
    await issued(app, id, { denomination: '50', validDays: 3 });
    // Hours before the vouchers' windows, so that neither pays.
    await signedHours(app, { contractId: id, month: '2026-08', hours: { '2026-08-05T00:00:00Z': '120' } });
    const read = () => internal().call(availableBalances.get, { params: { id } });
    expect(await read()).toMatchObject({ availableBalance: '30.00000000', state: { summary: 'normal' } });
    app.clock.moveTo(first.toISOString());
    expect(await read()).toMatchObject({ availableBalance: '-70.00000000', state: { summary: 'overdraft' } });
    // The account was not looked at until both had ended.
    app.clock.moveTo(new Date(second.getTime() + 3_600_000).toISOString());
    await followDue(app.deps, app.clock.now());
    const t0 = new Date(first.getTime() + 86_400_000).toISOString().replace('.000Z', 'Z');
    expect(await read()).toMatchObject({ availableBalance: '-120.00000000', state: { cause: 'belowZero', t0 } });
    expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  });
});
