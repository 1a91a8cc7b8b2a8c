import { availableBalances } from '@usance/api/billing/available-balance';
import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { verifyVouchers } from './verify-vouchers.ts';
import { issued } from './voucher.fixture.ts';
import { writeOffEnded } from './write-off-ended.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-10T10:30:00Z', clickhouse: true });
});
afterAll(() => app.close());

const hour = (start: string, quantity: string) => ({
  start: `2026-${start}:00:00Z`,
  end: `2026-${start}:59:00Z`,
  quantity,
});

it('pays the usage of the hours in its window, late usage included, to the cent, and the contract owes the rest', async () => {
  await sellCoreHours(app, 'compute.r', '1.111111111111');
  const metered = await meteredContract(app);
  const { contractId } = metered;
  const voucher = await issued(app, contractId, { denomination: '500', validDays: 10 });
  app.clock.moveTo('2026-09-21T00:00:00Z');
  await sendUsage(app, [
    // The hour in which it is bound started before.
    usageOf(metered, hour('09-10T10', '7')),
    usageOf(metered, hour('09-10T11', '10')),
    usageOf(metered, hour('09-15T00', '20')),
    // Its last hour, and the one after.
    usageOf(metered, hour('09-20T10', '30')),
    usageOf(metered, hour('09-20T11', '3')),
  ]);
  app.clock.moveTo('2026-10-02T09:00:00Z');
  const body = { contractId, month: '2026-09' };
  const drawn = await internalCaller(app).call(statements.calculate, { body });
  const september = await internalCaller(app).call(statements.sign, { body });
  // 70 hours cost 77.78. The voucher pays the part of the month's amount from 7.78, at its start, to 74.44, at its end.
  expect(september).toMatchObject({
    amount: '77.78000000',
    voucherDeductedFormatted: '$66.66',
    payableAmount: '11.12000000',
  });
  expect(drawn.payableAmount).toBe(september.payableAmount);
  const { items } = await internalCaller(app).call(deductions.list, {
    params: { id: contractId },
    query: { deductType: 'voucher' },
  });
  expect(items).toMatchObject([
    { voucherID: voucher.id, amount: '66.66000000', voucherNewBalanceFormatted: '$433.34', statementID: september.id },
  ]);
  // Usage of its window that arrives after September was signed is paid from its written-off balance.
  await sendUsage(app, [usageOf(metered, hour('09-15T05', '9')), usageOf(metered, hour('09-21T00', '1'))]);
  await app.deps.db
    .updateTable('next_to_sign')
    .set({ month: '2026-10' })
    .where('contract_id', '=', contractId)
    .execute();
  expect(await writeOffEnded(app.deps, app.clock.now())).toBe(1);
  await rateDue(app.deps);
  const { details } = await internalCaller(app).call(availableBalances.get, { params: { id: contractId } });
  expect(details).toMatchObject({ unbilled: '11.11111111', voucher: '10.00000000' });
  app.clock.moveTo('2026-11-02T09:00:00Z');
  const october = await internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-10' } });
  expect(october).toMatchObject({
    amount: '11.11000000',
    voucherDeductedFormatted: '$10.00',
    payableAmount: '1.11000000',
  });
  expect(await verifyVouchers(app.deps.db)).toEqual([]);
});
