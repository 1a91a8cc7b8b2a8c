import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import { withdrawals } from '@usance/api/billing/withdrawal';
import { holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertFollowed } from '#testing/assert-followed.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { because, colleague, contractWith } from '../hold/hold.fixture.ts';
import { verifyHolds } from '../hold/verify-holds.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
let alice: Caller;
let bob: Caller;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-07T12:00:00Z', twoPeopleAbove: { USD: '100' } });
  [alice, bob] = [await colleague(app, 'alice'), await colleague(app, 'bob')];
});
afterAll(async () => {
  expect(await verifyHolds(app.deps.db)).toEqual([]);
  await assertFollowed(app);
  await app.close();
});
const internal = () => internalCaller(app);
const { beginWithdrawal, completeWithdrawal, cancelWithdrawal } = withdrawals;

describe('a withdrawal in progress', () => {
  it('holds its cash until it is paid out', async () => {
    const { params, bank: bankOf, of } = await contractWith(app, '10');
    const body = { amount: '4', counterpartAccountName: 'Acme Ltd', ...because };
    const begun = await internal().call(beginWithdrawal, { params, body });
    expect(begun).toMatchObject({ cause: 'withdrawal', state: 'open', counterpartAccountName: 'Acme Ltd' });
    expect(await bankOf()).toMatchObject({ balance: '10.00000000', frozen: '4.00000000' });
    const paid = await internal().call(completeWithdrawal, { params: of(begun) });
    expect(paid).toMatchObject({
      type: 'withdraw',
      amount: '4.00000000',
      newBalance: '6.00000000',
      memo: { counterpartAccountName: 'Acme Ltd' },
    });
    expect(await bankOf()).toMatchObject({ balance: '6.00000000', frozen: '0.00000000' });
    const { items } = await internal().call(bank.transactions, { params, query: { types: 'withdraw' } });
    expect(items).toEqual([paid]);
  });

  it('releases its cash when it is cancelled, which pays due statements', async () => {
    const { id, begin, bank: bankOf, of } = await contractWith(app, '10');
    const begun = await begin('8');
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('5')] });
    await runAt(app, '2026-10-07T12:00:00Z');
    expect(await bankOf()).toMatchObject({ balance: '8.00000000', frozen: '8.00000000' });
    const cancelled = await internal().call(cancelWithdrawal, { params: of(begun), body: because });
    expect(cancelled).toMatchObject({ state: 'cancelled', ended: because });
    expect(await bankOf()).toMatchObject({ balance: '5.00000000', frozen: '0.00000000' });
  });

  it('cannot exceed the free cash, and ends once', async () => {
    const { params, begin, of } = await contractWith(app, '10');
    const begun = await begin('4');
    const more = { amount: '6.00000001', ...because };
    expect(await internal().refusal(beginWithdrawal, { params, body: more })).toMatchObject({
      reason: 'FROZEN_CONFLICT',
    });
    await internal().call(completeWithdrawal, { params: of(begun) });
    for (const call of [completeWithdrawal, cancelWithdrawal])
      expect(await internal().refusal(call, { params: of(begun), body: because })).toMatchObject({
        reason: 'HOLD_STATE_CONFLICT',
      });
  });

  it('cannot be released like a hold, and a hold cannot be completed like it', async () => {
    const { begin, hold, of } = await contractWith(app, '10');
    const [begun, held] = [await begin('1'), await hold('1')];
    expect(await internal().refusal(holds.release, { params: of(begun), body: because })).toMatchObject({ code: 404 });
    expect(await internal().refusal(completeWithdrawal, { params: of(held) })).toMatchObject({ code: 404 });
  });

  it('is paid out or cancelled, never both, by concurrent calls', async () => {
    const { begin, bank: bankOf, of } = await contractWith(app, '10');
    const params = of(await begin('4'));
    const all = await Promise.allSettled([
      internal().call(completeWithdrawal, { params }),
      internal().call(cancelWithdrawal, { params, body: because }),
      internal().call(completeWithdrawal, { params }),
      internal().call(cancelWithdrawal, { params, body: because }),
    ]);
    const won = all.findIndex(({ status }) => status === 'fulfilled');
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bankOf()).toMatchObject({
      balance: won % 2 === 0 ? '6.00000000' : '10.00000000',
      frozen: '0.00000000',
    });
  });
});

describe('a withdrawal that begins while a statement is paid', () => {
  it.each(['before', 'after'])('never takes the statement’s cash, when it comes %s', async (order) => {
    const { id, begin, bank: bankOf } = await contractWith(app, '10');
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('8')] });
    const month = await app.deps.db
      .selectFrom('statement')
      .select('id')
      .where('contract_id', '=', id)
      .executeTakeFirstOrThrow();
    const paying = () =>
      internal().call(statements.update, { params: { id }, body: [{ id: month.id, confirmState: 'confirmed' }] });
    const taking = () => begin('8');
    const [first, second] = order === 'before' ? [taking, paying] : [paying, taking];
    await Promise.allSettled([first(), second()]);
    const { balance, frozen } = await bankOf();
    expect([
      ['8.00000000', '8.00000000'],
      ['2.00000000', '0.00000000'],
    ]).toContainEqual([balance, frozen]);
  });
});

describe('above the threshold', () => {
  it('an immediate withdrawal is refused, and up to it is paid out', async () => {
    const { params } = await contractWith(app, '500');
    const withdraw = (amount: string) => ({ params, body: { type: 'withdraw', amount, currency: 'USD' } as const });
    expect(await internal().refusal(bank.record, withdraw('100.00000001'))).toMatchObject({
      code: 409,
      reason: 'SECOND_PERSON_REQUIRED',
      metadata: { field: 'amount' },
    });
    await internal().call(bank.record, withdraw('100'));
  });

  it('a withdrawal needs a second person to complete it', async () => {
    const { begin, bank: bankOf, of } = await contractWith(app, '500');
    const begun = await begin('200', alice);
    expect(begun.begunBy).toBe('alice');
    const params = of(begun);
    const sameName = await colleague(app, 'Alice ');
    for (const same of [alice, sameName])
      expect(await same.refusal(completeWithdrawal, { params })).toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' });
    expect(await bankOf()).toMatchObject({ balance: '500.00000000', frozen: '200.00000000' });
    await bob.call(completeWithdrawal, { params });
    expect(await bankOf()).toMatchObject({ balance: '300.00000000', frozen: '0.00000000' });
  });

  it('a release is proposed by one person and approved by another', async () => {
    const { params: ofContract, hold, bank: bankOf, of } = await contractWith(app, '500');
    const held = await hold('200', alice);
    const params = of(held);
    expect(await bob.refusal(holds.approve, { params })).toMatchObject({ reason: 'HOLD_STATE_CONFLICT' });
    const proposed = await alice.call(holds.release, { params, body: because });
    expect(proposed).toMatchObject({ state: 'open', proposal: { by: 'alice', ...because } });
    expect(await bankOf()).toMatchObject({ frozen: '200.00000000' });
    expect(await alice.refusal(holds.approve, { params })).toMatchObject({ reason: 'SECOND_PERSON_REQUIRED' });
    expect(await bob.refusal(holds.release, { params, body: because })).toMatchObject({
      reason: 'HOLD_STATE_CONFLICT',
    });
    const approved = await bob.call(holds.approve, { params });
    expect(approved).toMatchObject({ state: 'released', proposal: { by: 'alice' }, ended: { by: 'bob', ...because } });
    expect(await bankOf()).toMatchObject({ frozen: '0.00000000' });
    const audited = await app.deps.db
      .selectFrom('audit')
      .innerJoin('internal_token', 'internal_token.id', 'audit.token_id')
      .select(['call', 'name'])
      .where('contract_id', '=', ofContract.id)
      .where('refused', 'is', null)
      .where('call', 'like', 'frozen.%')
      .orderBy('audit.id')
      .execute();
    expect(audited.map(({ call, name }) => [call, name])).toEqual([
      ['frozen.hold', 'alice'],
      ['frozen.release', 'alice'],
      ['frozen.approve', 'bob'],
    ]);
  });

  it('a rejected release leaves the hold, and can be proposed again', async () => {
    const { hold, bank: bankOf, of } = await contractWith(app, '500');
    const params = of(await hold('200', alice));
    await alice.call(holds.release, { params, body: because });
    expect(await bob.call(holds.reject, { params, body: because })).toMatchObject({ state: 'open', proposal: null });
    expect(await bankOf()).toMatchObject({ frozen: '200.00000000' });
    await bob.call(holds.release, { params, body: because });
    expect(await alice.call(holds.approve, { params })).toMatchObject({ state: 'released' });
  });
});
