import { availableBalances } from '@usance/api/billing/available-balance';
import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { vouchers } from '@usance/api/money/voucher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Work } from '#platform/context/context.ts';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { moving } from '../../billing/account-period/moving-money.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { bindVoucher } from './bind-voucher.ts';
import { issueVoucher } from './issue-voucher.ts';
import { issued, signedHours } from './voucher.fixture.ts';
import { writeOffEnded } from './write-off-ended.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-10T10:30:00Z' });
});
afterAll(() => app.close());

const internal = () => internalCaller(app);
const list = (id: string, query: object = {}) => internal().call(vouchers.list, { params: { id }, query });
const details = (id: string, query: object = {}) => internal().call(vouchers.details, { params: { id }, query });
const redeem = { reason: 'The customer asked' };
const balance = (id: string) => internal().call(availableBalances.get, { params: { id } });

describe(vouchers.issue.id, () => {
  it('creates an available voucher, which counts for nothing until it is bound', async () => {
    const { id } = await contract(app);
    const voucher = await issued(app, id, { bound: false });
    expect(voucher).toMatchObject({
      contractId: id,
      boundContractID: null,
      denomination: '100.00000000',
      balanceFormatted: '$100.00',
      state: 'valid',
      start: null,
      end: null,
      reason: 'A test',
    });
    expect((await balance(id)).details.voucher).toBe('0.00000000');
    const bound = await internal().call(vouchers.redeem, { params: { id, voucherID: voucher.id }, body: redeem });
    const start = app.clock.now().toISOString();
    const end = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString();
    expect(bound).toEqual({ ...voucher, boundContractID: id, start, end });
    expect(await balance(id)).toMatchObject({ availableBalance: '100.00000000', details: { voucher: '100.00000000' } });
    expect((await list(id)).items).toEqual([bound]);
  });

  it('refuses other currencies, contracts that are over, and invalid input', async () => {
    const { id } = await contract(app);
    const refused = (body: object, params = { id }) =>
      internal().refusal(vouchers.issue, {
        params,
        body: { denomination: '1', currency: 'USD', validDays: 30, reason: 'A test', ...body } as never,
      });
    expect(await refused({ currency: 'CNY' })).toMatchObject({ code: 409, reason: 'CURRENCY_CONFLICT' });
    const bad: [object, string][] = [
      [{ denomination: '0' }, 'denomination'],
      [{ denomination: '-1' }, 'denomination'],
      [{ denomination: 1 }, 'denomination'],
      [{ denomination: '9.996' }, 'denomination'],
      [{ currency: 'EUR' }, 'currency'],
      [{ validDays: 0 }, 'validDays'],
      [{ validDays: 3_651 }, 'validDays'],
      [{ reason: '' }, 'reason'],
      [{ start: '2026-09-01T00:00:00Z' }, 'start'],
    ];
    for (const [body, field] of bad) expect(await refused(body)).toMatchObject({ code: 400, metadata: { field } });
    const over = await contract(app);
    await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).where('id', '=', over.id).execute();
    expect(await refused({}, { id: over.id })).toMatchObject({ code: 409, reason: 'CONTRACT_STATE_CONFLICT' });
    expect((await list(id)).totalSize).toBe(0);
  });
});

describe(vouchers.redeem.id, () => {
  it('binds a voucher once, of the same contract, and not after the contract’s end', async () => {
    const [{ id }, other] = [await contract(app), await contract(app)];
    const { id: voucherID } = await issued(app, id, { bound: false });
    const bind = (params: { id: string; voucherID: string }) =>
      internal().refusal(vouchers.redeem, { params, body: redeem });
    expect(await bind({ id: other.id, voucherID })).toMatchObject({ code: 404, reason: 'VOUCHER_NOT_FOUND' });
    expect(await bind({ id, voucherID: 'vch-aaaaaaaaaaaaaaaa' })).toMatchObject({ code: 404 });
    await internal().call(vouchers.redeem, { params: { id, voucherID }, body: redeem });
    expect(await bind({ id, voucherID })).toMatchObject({
      code: 409,
      reason: 'VOUCHER_STATE_CONFLICT',
      metadata: { state: 'valid' },
    });
    await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).where('id', '=', id).execute();
    expect(await bind({ id, voucherID })).toMatchObject({ code: 409, reason: 'VOUCHER_STATE_CONFLICT' });
  });

  it('lets one of 64 concurrent calls succeed, and books nothing twice', async () => {
    const { id } = await contract(app);
    const { id: voucherID } = await issued(app, id, { bound: false });
    const atOnce = <T>(verb: (ctx: OnLocked<Work>) => Promise<T>) =>
      Promise.allSettled(
        Array.from({ length: 64 }, () =>
          app.deps.db.transaction().execute(async (tx) => {
            const work = { tx, now: app.clock.now(), log: app.deps.log };
            return moving(work, await lockContract(tx, id), (locked) => verb({ ...work, contract: locked }));
          }),
        ),
      );
    const subject = { kind: 'anonymous' } as const;
    const bound = await atOnce((ctx) => bindVoucher({ ...ctx, subject }, { params: { id, voucherID } }));
    expect(bound.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const tried of bound)
      if (tried.status === 'rejected') expect(tried.reason.reason).toMatch(/^(VOUCHER_STATE_CONFLICT|UNAVAILABLE)$/);
    const body = { denomination: '1', currency: 'USD', validDays: 3, bound: true, reason: 'A test' } as const;
    // A call that would wait too long for the contract's lock is refused and does nothing.
    const made = (await atOnce((ctx) => issueVoucher({ ...ctx, subject }, { body }))).filter(
      ({ status }) => status === 'fulfilled',
    );
    expect((await list(id)).totalSize).toBe(1 + made.length);
    expect((await balance(id)).details.voucher).toBe(`${100 + made.length}.00000000`);
  });
});

describe('signing', () => {
  it('lets vouchers pay the hours of their windows, up to their balances, the one that ends first before the others', async () => {
    const { id } = await contract(app);
    app.clock.moveTo('2026-09-10T10:30:00Z');
    const [late, early] = [
      await issued(app, id, { denomination: '1000', validDays: 20 }),
      await issued(app, id, { denomination: '50', validDays: 10 }),
    ];
    await issued(app, id, { denomination: '7', bound: false });
    app.clock.moveTo('2026-10-02T09:00:00Z');
    const statement = await signedHours(app, {
      contractId: id,
      month: '2026-09',
      hours: {
        // Before any voucher is bound, and in the hour of binding, which started before.
        '2026-09-01T00:00:00Z': '3',
        '2026-09-10T10:00:00Z': '5',
        '2026-09-10T11:00:00Z': '20',
        // The last hour of the earlier voucher starts before its end.
        '2026-09-20T10:00:00Z': '40',
        '2026-09-20T11:00:00Z': '6',
        // And after the end of the later one.
        '2026-09-30T11:00:00Z': '9',
      },
    });
    expect(statement).toMatchObject({ amount: '83.00000000', voucher_deducted: '66.00000000', payable: '17.00000000' });
    const { items } = await internal().call(deductions.list, {
      params: { id },
      query: { deductType: 'voucher', sorter: '{"amount":"ascend"}' },
    });
    expect(items).toMatchObject([
      { voucherID: late.id, voucherDeductedFormatted: '$16.00', voucherNewBalanceFormatted: '$984.00' },
      { voucherID: early.id, voucherDeductedFormatted: '$50.00', statementID: statement.id },
    ]);
    // One posting is paid by both vouchers; each has its own row, here and among the vouchers' movements.
    const told = (await details(id, {})).items;
    expect(new Set(items.map((row) => row.id)).size).toBe(2);
    expect(new Set(told.map((row) => row.id)).size).toBe(told.length);
    expect(
      told
        .filter(({ action }) => action === 'redeem')
        .map((row) => row.id)
        .sort(),
    ).toEqual(items.map((row) => row.id).sort());
    expect((await list(id, { voucherStates: 'redeemed' })).items).toMatchObject([{ id: early.id, state: 'redeemed' }]);
    expect((await list(id, { voucherStates: 'overdue' })).items).toMatchObject([{ id: late.id, state: 'overdue' }]);
    expect((await list(id, { bound: false })).items).toMatchObject([{ denomination: '7.00000000', state: 'valid' }]);
    expect((await balance(id)).details.voucher).toBe('0.00000000');
    expect(await internal().call(vouchers.summary, { params: { id }, query: {} })).toMatchObject({
      issued: '1057.00000000',
      available: '7.00000000',
      valid: '0.00000000',
      redeemed: '66.00000000',
      overdue: '984.00000000',
    });
  });

  it('lets a voucher pay late usage by the hour in which it was used', async () => {
    const { id } = await contract(app);
    app.clock.moveTo('2026-10-10T00:00:00Z');
    await issued(app, id, { denomination: '100', validDays: 40 });
    app.clock.moveTo('2026-12-02T09:00:00Z');
    const november = await signedHours(app, {
      contractId: id,
      month: '2026-11',
      hours: { '2026-10-09T23:00:00Z': '1', '2026-10-10T00:00:00Z': '2', '2026-11-05T00:00:00Z': '4' },
    });
    expect(november).toMatchObject({ amount: '7.00000000', voucher_deducted: '6.00000000' });
  });

  it('shows each movement with the balance after it, also filtered by statement month', async () => {
    const { id } = await contract(app);
    const voucher = await issued(app, id);
    const day = app.clock.now().toISOString().slice(0, 10);
    app.clock.moveTo('2027-01-02T09:00:00Z');
    await signedHours(app, { contractId: id, month: '2026-12', hours: { [`${day.slice(0, 8)}05T00:00:00Z`]: '30' } });
    expect((await details(id, { sorter: '{"gmtTime":"ascend"}' })).items).toMatchObject([
      { voucherID: voucher.id, action: 'issue', amount: '100.00000000', newBalance: '100.00000000' },
      { voucherID: voucher.id, action: 'redeem', amount: '30.00000000', newBalance: '70.00000000' },
    ]);
    const of = (month: string) => details(id, { statementStart: Date.parse(`${month}-01T00:00:00Z`) });
    expect([(await of('2026-12')).totalSize, (await of('2026-11')).totalSize]).toEqual([1, 0]);
    expect((await details(id, { types: 'issue' })).totalSize).toBe(1);
    expect((await details(id, { types: 'overdue', voucherID: voucher.id })).totalSize).toBe(0);
  });
});

describe('a voucher that has ended', () => {
  const signAgain = async (contractId: string, amount: string) =>
    signedHours(app, { contractId, month: '2027-03', hours: { '2027-03-05T00:00:00Z': amount } });

  async function ended() {
    const { id } = await contract(app, { signDate: '2027-03-01T00:00:00Z' });
    app.clock.moveTo('2027-03-03T00:00:00Z');
    await issued(app, id, { validDays: 10 });
    return { id };
  }

  it('is written off once when its months are signed, however late and often the job runs', async () => {
    const found = [];
    app.clock.moveTo('2027-03-02T00:00:00Z');
    const { id } = await ended();
    app.clock.moveTo('2027-03-13T00:00:00Z');
    expect(await writeOffEnded(app.deps, app.clock.now())).toBe(0);
    expect((await list(id)).items).toMatchObject([{ state: 'overdue', balance: '100.00000000' }]);
    expect((await balance(id)).details.voucher).toBe('0.00000000');
    app.clock.moveTo('2027-04-02T09:00:00Z');
    const statement = await signAgain(id, '30');
    await internal()
      .call(statements.calculate, { body: { contractId: id, month: '2027-04' } })
      .catch(() => undefined);
    await app.deps.db.updateTable('next_to_sign').set({ month: '2027-04' }).where('contract_id', '=', id).execute();
    const at = app.clock.now();
    found.push(...(await Promise.all([1, 2, 3, 4].map(() => writeOffEnded(app.deps, at)))));
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await writeOffEnded(app.deps, at)).toBe(0);
    expect((await list(id)).items).toMatchObject([{ state: 'overdue', balance: '0.00000000' }]);
    const shown = (await details(id)).items.map(({ action, amount, newBalance }) => [action, amount, newBalance]);
    expect(shown).toEqual([
      ['overdue', '70.00000000', '0.00000000'],
      ['redeem', '30.00000000', '70.00000000'],
      ['issue', '100.00000000', '100.00000000'],
    ]);

    // When the statement is withdrawn, the redeemed amount is overdue; when it is signed again, the voucher pays as
    // before.
    const params = { id };
    await internal().call(statements.delete, { params, query: { ids: statement.id } });
    expect((await list(id)).items).toMatchObject([{ state: 'overdue', balance: '30.00000000' }]);
    expect((await balance(id)).details.voucher).toBe('0.00000000');
    expect(await writeOffEnded(app.deps, at)).toBe(0);
    expect(await signAgain(id, '45')).toMatchObject({ voucher_deducted: '45.00000000', payable: '0.00000000' });
    await app.deps.db.updateTable('next_to_sign').set({ month: '2027-04' }).where('contract_id', '=', id).execute();
    expect(await writeOffEnded(app.deps, at)).toBe(1);
    const after = (await details(id)).items.map(({ action, amount, newBalance }) => [action, amount, newBalance]);
    expect(after).toEqual([
      ['overdue', '55.00000000', '0.00000000'],
      ['redeem', '45.00000000', '55.00000000'],
      ['issue', '100.00000000', '100.00000000'],
    ]);
  });
});

describe('access to vouchers', () => {
  it('needs a role that may read billing, in the same contract; only operators see the reason', async () => {
    const { id } = await contract(app);
    const voucher = await issued(app, id);
    const [reader, viewer] = [await member(app, id, 'billing_viewer'), await member(app, id, 'viewer')];
    const { reason: _, ...shown } = voucher;
    expect((await reader.call(vouchers.list, { params: { id }, query: {} })).items).toEqual([shown]);
    for (const call of [vouchers.list, vouchers.summary, vouchers.details])
      expect(await viewer.refusal(call, { params: { id }, query: {} })).toMatchObject({ code: 403 });
    const stranger = await member(app, (await contract(app)).id, 'admin');
    expect(await stranger.refusal(vouchers.list, { params: { id }, query: {} })).toMatchObject({ code: 404 });
  });

  it('lists them in pages, by time of issue, in any order', async () => {
    const { id } = await contract(app);
    const made = [];
    for (const denomination of ['3', '1', '2']) {
      made.push(await issued(app, id, { denomination }));
      app.clock.pass({ hours: 1 });
    }
    const sums = async (query: object) => (await list(id, query)).items.map(({ denomination }) => denomination[0]);
    expect(await sums({})).toEqual(['2', '1', '3']);
    expect(await sums({ sorter: '{"denomination":"ascend"}' })).toEqual(['1', '2', '3']);
    expect(await sums({ sorter: '{"end":"ascend"}', pageSize: 1, pageNum: 2 })).toEqual(['1']);
    const [, second] = made;
    const start = Date.parse(second?.gmtCreated ?? '');
    expect(await sums({ start, end: start + 1 })).toEqual(['1']);
    const summary = await internal().call(vouchers.summary, { params: { id }, query: { start } });
    expect(summary).toMatchObject({ issued: '3.00000000', valid: '3.00000000' });
  });
});
