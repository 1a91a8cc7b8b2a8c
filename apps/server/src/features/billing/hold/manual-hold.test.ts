import { bank } from '@usance/api/billing/bank';
import { auditRecords } from '@usance/api/contract/audit-record';
import { frozens, holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertFollowed } from '#testing/assert-followed.ts';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';
import { because, contractWith } from './hold.fixture.ts';
import { verifyHolds } from './verify-holds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-07T12:00:00Z' });
});
afterAll(async () => {
  expect(await verifyHolds(app.deps.db)).toEqual([]);
  await assertFollowed(app);
  await app.close();
});
const internal = () => internalCaller(app);

describe('a manual hold', () => {
  it('blocks free cash until it is released', async () => {
    const { params, hold, bank: bankOf, of } = await contractWith(app, '10');
    const held = await hold('4');
    expect(held).toMatchObject({ cause: 'manual', state: 'open', amount: '4.00000000', ...because, ended: null });
    expect(await bankOf()).toMatchObject({ balance: '10.00000000', frozen: '4.00000000' });
    const withdraw = { type: 'withdraw', amount: '6.00000001', currency: 'USD' } as const;
    expect(await internal().refusal(bank.record, { params, body: withdraw })).toMatchObject({
      reason: 'BANK_BALANCE_CONFLICT',
      metadata: { available: '6.00000000' },
    });
    const released = await internal().call(holds.release, { params: of(held), body: because });
    expect(released).toMatchObject({ state: 'released', ended: because });
    expect(await bankOf()).toMatchObject({ balance: '10.00000000', frozen: '0.00000000' });
  });

  it('cannot exceed the free cash', async () => {
    const { params, hold } = await contractWith(app, '10');
    await hold('4');
    const body = { amount: '6.00000001', ...because };
    expect(await internal().refusal(holds.hold, { params, body })).toMatchObject({
      code: 409,
      reason: 'FROZEN_CONFLICT',
      metadata: { available: '6.00000000' },
    });
    await hold('6');
  });

  it('delays the payment of statements until it is released', async () => {
    const { id, hold, bank: bankOf, of } = await contractWith(app, '10');
    const held = await hold('8');
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('5')] });
    await runAt(app, '2026-10-07T12:00:00Z');
    expect(await bankOf()).toMatchObject({ balance: '8.00000000', frozen: '8.00000000' });
    await internal().call(holds.release, { params: of(held), body: because });
    expect(await bankOf()).toMatchObject({ balance: '5.00000000', frozen: '0.00000000' });
  });

  it('ends once, and belongs to one contract', async () => {
    const { hold, of } = await contractWith(app, '10');
    const held = await hold('4');
    const elsewhere = { id: (await contract(app)).id, holdID: held.id };
    const release = (params: object) => internal().refusal(holds.release, { params, body: because });
    expect(await release(elsewhere)).toMatchObject({ reason: 'HOLD_NOT_FOUND' });
    await internal().call(holds.release, { params: of(held), body: because });
    expect(await release(of(held))).toMatchObject({ reason: 'HOLD_STATE_CONFLICT', metadata: { state: 'released' } });
  });

  it.each([
    ['reasonCode', { reasonCode: 'whatever' }],
    ['reason', { reason: '' }],
    ['amount', { amount: '-1' }],
  ])('needs a valid %s', async (field, wrong) => {
    const { params } = await contractWith(app, '10');
    const body = { amount: '1', ...because, ...wrong };
    expect(await internal().refusal(holds.hold, { params, body })).toMatchObject({ code: 400, metadata: { field } });
  });

  it('is created once for one Idempotency-Key', async () => {
    const { params, bank: bankOf } = await contractWith(app, '10');
    const headers = { 'idempotency-key': params.id };
    const hold = () => internal().call(holds.hold, { params, body: { amount: '4', ...because }, headers });
    expect(await hold()).toEqual(await hold());
    expect(await bankOf()).toMatchObject({ frozen: '4.00000000' });
  });

  it('never exceeds the cash, even concurrently', async () => {
    const { params, hold, bank: bankOf } = await contractWith(app, '10');
    const withdraw = () =>
      internal().call(bank.record, { params, body: { type: 'withdraw', amount: '4', currency: 'USD' } });
    const attempts = await Promise.allSettled([hold('4'), withdraw(), hold('4'), withdraw(), hold('4'), withdraw()]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const { balance, frozen } = await bankOf();
    const took = attempts.filter(({ status }, index) => index % 2 === 1 && status === 'fulfilled').length;
    expect([balance, frozen]).toEqual([`${10 - 4 * took}.00000000`, `${4 * (2 - took)}.00000000`]);
  });

  it('is released once by concurrent calls', async () => {
    const { hold, bank: bankOf, of } = await contractWith(app, '10');
    const params = of(await hold('4'));
    const all = await Promise.allSettled(
      [1, 2, 3, 4].map(() => internal().call(holds.release, { params, body: because })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bankOf()).toMatchObject({ balance: '10.00000000', frozen: '0.00000000' });
  });

  it('stays unchanged when holds are recalculated', async () => {
    const { id, hold } = await contractWith(app, '10');
    await hold('4');
    const told = await internal().call(holds.calculate, { body: { contractId: id } });
    expect(told).toMatchObject({ frozen: '4.00000000', difference: '0.00000000', causes: [{ cause: 'manual' }] });
  });

  it('shows its cause to billing readers, and its reason only to operators', async () => {
    const { id, params, hold, begin, of } = await contractWith(app, '10');
    const held = await hold('4');
    await begin('1');
    const reader = await member(app, id, 'billing_viewer');
    const { items } = await reader.call(holds.list, { params, query: { orderBy: 'amount' } });
    expect(items.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['withdrawal', '1.00000000'],
      ['manual', '4.00000000'],
    ]);
    const details = await reader.call(frozens.details, { params, query: {} });
    expect(details.items.map(({ cause, type }) => [cause, type])).toEqual([
      ['withdrawal', 'frozen'],
      ['manual', 'frozen'],
    ]);
    const { causes } = await reader.call(frozens.summary, { params, query: {} });
    expect(causes.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['manual', '4.00000000'],
      ['withdrawal', '1.00000000'],
    ]);
    await internal().call(holds.release, { params: of(held), body: because });
    const admin = await member(app, id, 'admin');
    const trail = await admin.call(auditRecords.list, { params, query: { call: 'frozen' } });
    expect(trail.items.map(({ call }) => call)).toEqual(['frozen.release', 'frozen.hold']);
    expect(trail.items[0]?.changes).toMatchObject([{ of: 'cash_hold', after: { state: 'released' } }]);
    expect(JSON.stringify(trail)).not.toContain(because.reason);
    const whole = await internal().call(auditRecords.listAll, { query: { contractId: id, call: 'frozen.release' } });
    expect(whole.items[0]?.body).toContain(because.reason);
  });
});
