import { statements } from '@usance/api/billing/statement';
import { vouchers } from '@usance/api/money/voucher';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyPayments } from '../../billing/settlement/verify-payments.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { verifyVouchers } from './verify-vouchers.ts';
import { issued, signedHours } from './voucher.fixture.ts';
import { writeOffEnded } from './write-off-ended.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-08-01T00:00:00Z' });
});
afterAll(() => app.close());

const internal = () => internalCaller(app);
const problems = async () => {
  const { db } = app.deps;
  return [...(await verifyLedger(db)), ...(await verifyPayments(db)), ...(await verifyVouchers(db))];
};
const summaryOf = (id: string) => internal().call(vouchers.summary, { params: { id }, query: {} });

it('a month that is signed, withdrawn and signed again has the same result while vouchers are bound, issued and written off', async () => {
  const { id } = await contract(app);
  const params = { id };
  await issued(app, id, { denomination: '10', validDays: 20 });
  const waiting = await issued(app, id, { denomination: '6', bound: false });
  const hours = { '2026-08-05T00:00:00Z': '4', '2026-08-21T00:00:00Z': '3' };
  app.clock.moveTo('2026-09-02T09:00:00Z');
  const sign = () => signedHours(app, { contractId: id, month: '2026-08', hours });
  const passAugust = () =>
    app.deps.db.updateTable('next_to_sign').set({ month: '2026-09' }).where('contract_id', '=', id).execute();
  const [first, ...others] = await Promise.allSettled([
    sign(),
    ...Array.from({ length: 8 }, () =>
      internal().call(vouchers.redeem, { params: { id, voucherID: waiting.id }, body: { reason: 'At once' } }),
    ),
    ...Array.from({ length: 4 }, () => writeOffEnded(app.deps, app.clock.now())),
    sign(),
  ]);
  const signed = [first, others.at(-1)].filter((each) => each?.status === 'fulfilled');
  expect(signed).toHaveLength(1);
  expect(others.slice(0, 8).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await summaryOf(id)).toMatchObject({ redeemed: '4.00000000', issued: '16.00000000', valid: '6.00000000' });
  expect(await problems()).toEqual([]);
  const { id: statement } = await app.deps.db
    .selectFrom('statement')
    .select('id')
    .where('contract_id', '=', id)
    .executeTakeFirstOrThrow();
  await passAugust();
  const withdrawn = await Promise.allSettled([
    ...Array.from({ length: 4 }, () => internal().call(statements.delete, { params, query: { ids: statement } })),
    ...Array.from({ length: 4 }, () => writeOffEnded(app.deps, app.clock.now())),
    sign(),
    sign(),
  ]);
  expect(withdrawn.slice(0, 4).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await problems()).toEqual([]);
  await sign().catch(() => undefined);
  expect(await summaryOf(id)).toMatchObject({ redeemed: '4.00000000', valid: '6.00000000', overdue: '6.00000000' });
  await passAugust();
  const looks = await Promise.all(Array.from({ length: 8 }, () => writeOffEnded(app.deps, app.clock.now())));
  expect(looks.reduce((all, each) => all + each, 0)).toBe(1);
  expect(await summaryOf(id)).toMatchObject({ redeemed: '4.00000000', valid: '6.00000000', overdue: '6.00000000' });
  const granted = await app.deps.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('contract_id', '=', id)
    .where('kind', '=', 'voucher_grant')
    .executeTakeFirstOrThrow();
  expect(granted.balance).toBe('-10.00000000');
  expect(await problems()).toEqual([]);
});

it('a voucher that ends within an hour pays nothing of the next, and one of another contract pays nothing', async () => {
  const [{ id }, { id: other }] = [await contract(app), await contract(app)];
  app.clock.moveTo('2026-09-10T10:30:00Z');
  await issued(app, id, { denomination: '10', validDays: 1 });
  await issued(app, other, { denomination: '10', validDays: 30 });
  app.clock.moveTo('2026-10-02T09:00:00Z');
  const hours = Object.fromEntries(['10T10', '10T11', '11T10', '11T11'].map((hour) => [`2026-09-${hour}:00:00Z`, '1']));
  const statement = await signedHours(app, { contractId: id, month: '2026-09', hours });
  expect(statement).toMatchObject({ voucher_deducted: '2.00000000', payable: '2.00000000' });
  expect(await summaryOf(other)).toMatchObject({ redeemed: '0.00000000', valid: '10.00000000' });
  const [theirs] = (await internal().call(vouchers.list, { params: { id: other }, query: {} })).items;
  const call = { params: { id, voucherID: theirs?.id ?? '' }, body: { reason: 'It is theirs' } };
  expect(await internal().refusal(vouchers.redeem, call)).toMatchObject({ code: 404 });
  expect(await problems()).toEqual([]);
});
