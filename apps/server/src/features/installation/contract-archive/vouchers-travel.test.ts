import { statements } from '@usance/api/billing/statement';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { vouchers } from '@usance/api/money/voucher';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { verifyVouchers } from '../../money/voucher/verify-vouchers.ts';
import { issued, signedHours } from '../../money/voucher/voucher.fixture.ts';
import { writeOffEnded } from '../../money/voucher/write-off-ended.ts';

let from: TestApp;
let to: TestApp;
beforeAll(async () => {
  from = await startTestApp({ now: '2026-08-10T00:00:00Z' });
  to = await startTestApp({ now: '2026-08-10T00:00:00Z' });
});
afterAll(async () => {
  await from.close();
  await to.close();
});

it('vouchers travel with their payments, refunds and lapses, and keep their totals', async () => {
  const { id } = await contract(from);
  await issued(from, id, { denomination: '10', validDays: 10 });
  await issued(from, id, { denomination: '7', validDays: 300 });
  await issued(from, id, { denomination: '5', bound: false });
  from.clock.moveTo('2026-09-02T09:00:00Z');
  const sign = () => signedHours(from, { contractId: id, month: '2026-08', hours: { '2026-08-11T00:00:00Z': '4' } });
  const params = { id };
  await internalCaller(from).call(statements.delete, { params, query: { ids: (await sign()).id } });
  await sign();
  await from.deps.db.updateTable('next_to_sign').set({ month: '2026-09' }).where('contract_id', '=', id).execute();
  expect(await writeOffEnded(from.deps, from.clock.now())).toBe(1);
  to.clock.moveTo('2026-09-02T09:00:00Z');
  const body = await internalCaller(from).call(contractArchives.export, { params, query: { leaveUsage: false } });
  await internalCaller(to).call(contractArchives.import, { body });
  const seen = async (app: TestApp) => ({
    vouchers: await internalCaller(app).call(vouchers.list, { params, query: {} }),
    details: await internalCaller(app).call(vouchers.details, { params, query: {} }),
    total: await app.deps.db.selectFrom('voucher_total').selectAll().execute(),
    toProve: await app.deps.db.selectFrom('statement_to_prove').selectAll().execute(),
    wrong: [...(await verifyVouchers(app.deps.db)), ...(await verifyLedger(app.deps.db))],
  });
  expect(await seen(to)).toEqual(await seen(from));
  expect(await seen(to)).toMatchObject({ total: [{ contract_id: id, bound: '7.00000000' }], toProve: [], wrong: [] });
});
