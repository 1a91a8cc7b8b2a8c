import { availableBalances } from '@usance/api/billing/available-balance';
import { balanceWarnings } from '@usance/api/billing/balance-warning';
import { bank } from '@usance/api/billing/bank';
import { notifications } from '@usance/api/contract/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followDue } from '../account-period/follow-due.ts';

let app: TestApp;
const names = { C: '', O: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
  names.C = (await contract(app)).id;
  names.O = (await contract(app)).id;
  const admin = await member(app, names.C, 'admin');
  await admin.call(balanceWarnings.set, { params: { id: names.C }, body: { threshold: '7' } });
});
afterAll(() => app.close());

/** A contract with this much cash, its billing admin, and helpers. */
async function holding(amount: string) {
  const { id } = await contract(app);
  const params = { id };
  const admin = await member(app, id, 'billing_admin');
  const move = (type: 'deposit' | 'withdraw', moved: string) =>
    internalCaller(app).call(bank.record, { params, body: { type, amount: moved, currency: 'USD' } });
  await move('deposit', amount);
  return {
    params,
    admin,
    move,
    set: (threshold: string) => admin.call(balanceWarnings.set, { params, body: { threshold } }),
    look: () => followDue(app.deps, app.clock.now()),
    mails: async () => {
      const sent = app.deps.db.selectFrom('message_outbox').select('body').where('recipient', '=', admin.identifier);
      return (await sent.orderBy('id').execute()).map(({ body }) => body);
    },
    told: async () => {
      const kept = app.deps.db.selectFrom('notification').select('arguments').where('contract_id', '=', id);
      return (await kept.where('kind', '=', 'balance_low').orderBy('no').execute()).map((row) => row.arguments);
    },
  };
}

describe(balanceWarnings.set.id, () => {
  it('stores the amount, which is 0 by default', async () => {
    const { params, admin, set } = await holding('1');
    const shown = () => admin.call(balanceWarnings.get, { params });
    const none = { contractId: params.id, currency: 'USD', threshold: '0.00000000', thresholdFormatted: '$0.00' };
    expect(await shown()).toEqual(none);
    const kept = { ...none, threshold: '1234.50000000', thresholdFormatted: '$1,234.50' };
    expect(await set('1234.5')).toEqual(kept);
    expect(await shown()).toEqual(kept);
    expect(await internalCaller(app).call(balanceWarnings.get, { params })).toEqual(kept);
    expect(await set('0')).toMatchObject({ thresholdFormatted: '$0.00' });
  });

  it('needs a role that manages the contract’s billing', async () => {
    const { params } = await holding('1');
    const body = { threshold: '5' };
    for (const role of ['billing_viewer', 'dc_creator', 'viewer'] as const) {
      const caller = await member(app, params.id, role);
      expect(await caller.refusal(balanceWarnings.set, { params, body })).toMatchObject({ code: 403 });
    }
    const { admin: other } = await holding('1');
    expect(await other.refusal(balanceWarnings.set, { params, body })).toMatchObject({ code: 404 });
    const admin = await member(app, params.id, 'admin');
    expect(await admin.call(balanceWarnings.set, { params, body })).toMatchObject({ threshold: '5.00000000' });
  });

  it.each(['', '-1', '-0', '1,000', '1e3', '0.123456789', '100000000000000', ' 5', 'NaN', '٣'])(
    'refuses anything but an amount of 0 or more, and keeps the earlier one: %j',
    async (threshold) => {
      const { params, admin, set } = await holding('1');
      await set('3');
      const refused = await admin.refusal(balanceWarnings.set, { params, body: { threshold } });
      expect(refused).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
      expect(refused.metadata).toMatchObject({ field: 'threshold' });
      expect(await admin.call(balanceWarnings.get, { params })).toMatchObject({ threshold: '3.00000000' });
    },
  );
});

describe('members are notified', () => {
  it('once when the balance falls below it, and again after it was higher, even on one day', async () => {
    const { params, admin, set, move, told, mails } = await holding('100');
    await set('50');
    await move('withdraw', '50');
    expect(await told()).toEqual([]);
    await move('withdraw', '1');
    await move('withdraw', '1');
    const first = { available: '49.00000000', threshold: '50.00000000', currency: 'USD', unserved: 'none' };
    expect(await told()).toEqual([first]);
    await move('deposit', '2');
    await move('withdraw', '40');
    expect(await told()).toEqual([first, { ...first, available: '10.00000000' }]);
    const shown = await admin.call(notifications.list, { params, query: {} });
    expect(shown.notifications[0]?.notificationText).toMatch('$10.00, below your warning threshold of $50.00');
    expect(await mails()).toEqual([
      expect.stringMatching(/\$49\.00, below your warning threshold of \$50\.00/),
      expect.stringMatching(/\$10\.00, below/),
    ]);
  });

  it('at the next check after it is set above the balance, and not again if it is set again', async () => {
    const { set, look, told } = await holding('100');
    await set('200');
    expect(await told()).toEqual([]);
    await look();
    expect(await told()).toHaveLength(1);
    await set('200');
    await look();
    expect(await told()).toHaveLength(1);
  });

  it('of a fall below another threshold, even after a notice for the earlier one', async () => {
    const { set, look, move, told } = await holding('100');
    await set('200');
    await look();
    await set('90');
    await move('withdraw', '20');
    expect(await told()).toEqual([
      expect.objectContaining({ threshold: '200.00000000' }),
      { available: '80.00000000', threshold: '90.00000000', currency: 'USD', unserved: 'none' },
    ]);
  });

  it('once by concurrent movements', async () => {
    const { set, move, told } = await holding('100');
    await set('95');
    await Promise.all(Array.from({ length: 6 }, () => move('withdraw', '10')));
    expect(await told()).toHaveLength(1);
  });

  it('once if the balance falls below it and below zero', async () => {
    const { params, set, look, told } = await holding('1');
    await set('1');
    const caller = internalCaller(app);
    await caller.call(bank.record, { params, body: { type: 'withdraw', amount: '1', currency: 'USD' } });
    await look();
    expect(await caller.call(availableBalances.get, { params })).toMatchObject({ availableBalanceFormatted: '$0.00' });
    expect(await told()).toHaveLength(1);
  });

  it('of nothing if none is set', async () => {
    const { move, told } = await holding('100');
    await move('withdraw', '100');
    expect(await told()).toEqual([]);
  });
});

const hostile: readonly Hostile[] = [
  ['warns below less than nothing', `update balance_warning set threshold = -1 where contract_id = '$C'`],
  ['warns below no number', `update balance_warning set threshold = 'NaN' where contract_id = '$C'`],
  ['takes back what was told', `update balance_warning set times_told = -1 where contract_id = '$C'`],
  ['forgets a threshold', `delete from balance_warning where contract_id = '$C'`],
  ['sets one for an unknown contract', `insert into balance_warning values ('ct-nobody', 1)`],
  ['sets two', `insert into balance_warning values ('$C', 1)`],
];
refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names,
  everything: () => app.deps.db.selectFrom('balance_warning').selectAll().orderBy('contract_id').execute(),
}));
