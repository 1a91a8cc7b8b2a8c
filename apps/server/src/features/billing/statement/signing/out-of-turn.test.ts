import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { roundAt } from '#testing/round-at.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { meteredContract, sellCoreHours, sendUsage, usedIn } from '../../../metering/usage/metering.fixture.ts';
import { issued } from '../../../money/voucher/voucher.fixture.ts';
import { payables, statementsOf } from '../statement.fixture.ts';

/** Months that wait for an operator while the calendar signs later ones. */
let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-10T00:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '1');
});
afterAll(() => app.close());

const caller = () => internalCaller(app);

async function withdraw(id: string, month: string): Promise<void> {
  const ids = (await statementsOf(app, id)).filter((each) => each.month === month).map((each) => each.id);
  await caller().call(statements.delete, { params: { id }, query: { ids } });
}

/** The payable amount of a month: signed at once, and signed after the earlier ones. */
async function planned(contractId: string, month: string): Promise<string[]> {
  const atOnce = await caller().call(statements.calculate, { body: { contractId, month } });
  const inTurn = await caller().call(statements.dynamicPreview, { params: { id: contractId }, query: { month } });
  return [atOnce.payableAmount, inTurn.payableAmount];
}

describe('a month that waits for an operator', () => {
  it('keeps its part of a voucher, so that signing a later one changes no balance', async () => {
    const metered = await meteredContract(app, 'USD', '2027-01-01T00:00:00Z');
    const { contractId: id } = metered;
    // The first voucher covers both months and ends first; the second covers only February.
    await issued(app, id, { denomination: '10', validDays: 31 });
    app.clock.moveTo('2027-02-01T00:00:00Z');
    await issued(app, id, { denomination: '10', validDays: 10 });
    await sendUsage(app, [usedIn(metered, '2027-01-15T10', '10')]);
    await roundAt(app, '2027-02-02T09:00:00Z');
    expect(await payables(app, id)).toEqual({ '2027-01': '0.00000000' });
    await withdraw(id, '2027-01');
    app.clock.moveTo('2027-02-06T09:00:00Z');
    await sendUsage(app, [usedIn(metered, '2027-02-05T10', '10')]);
    await roundAt(app, '2027-03-02T08:59:00Z');
    expect(await planned(id, '2027-02')).toEqual(['0.00000000', '0.00000000']);
    for (const at of ['2027-03-02T09:00:00Z', '2027-03-25T10:00:00Z']) {
      await roundAt(app, at);
      const { availableBalance, state } = await caller().call(availableBalances.get, { params: { id } });
      expect([availableBalance, state]).toEqual(['0.00000000', { summary: 'normal' }]);
    }
    expect(await payables(app, id)).toEqual({ '2027-02': '0.00000000' });
    await caller().call(statements.sign, { body: { contractId: id, month: '2027-01' } });
    expect(await payables(app, id)).toEqual({ '2027-01': '0.00000000', '2027-02': '0.00000000' });
    expect((await caller().call(accountPeriods.list, { params: { id }, query: {} })).items).toEqual([]);
  });

  it('keeps the credit from before it, and gives none that it has yet to leave', async () => {
    app.clock.moveTo('2027-04-10T00:00:00Z');
    const since = '2027-04-01T00:00:00Z';
    const [takes, leaves] = [await meteredContract(app, 'USD', since), await meteredContract(app, 'USD', since)];
    app.clock.moveTo('2027-04-12T00:00:00Z');
    await sendUsage(app, [usedIn(takes, '2027-04-11T10', '-10'), usedIn(leaves, '2027-04-11T10', '-10')]);
    await roundAt(app, '2027-05-02T09:00:00Z');
    await withdraw(leaves.contractId, '2027-04');
    await sendUsage(app, [usedIn(takes, '2027-05-01T10', '10'), usedIn(leaves, '2027-05-01T10', '10')]);
    await roundAt(app, '2027-06-02T09:00:00Z');
    expect(await payables(app, takes.contractId)).toMatchObject({ '2027-05': '0.00000000' });
    expect(await payables(app, leaves.contractId)).toMatchObject({ '2027-05': '10.00000000' });
    await withdraw(takes.contractId, '2027-05');
    await sendUsage(app, [usedIn(takes, '2027-06-01T10', '10')]);
    await roundAt(app, '2027-07-02T08:59:00Z');
    expect(await planned(takes.contractId, '2027-06')).toEqual(['10.00000000', '10.00000000']);
    await roundAt(app, '2027-07-02T09:00:00Z');
    expect(await payables(app, takes.contractId)).toMatchObject({ '2027-06': '10.00000000' });
    await caller().call(statements.sign, { body: { contractId: takes.contractId, month: '2027-05' } });
    expect(await payables(app, takes.contractId)).toMatchObject({ '2027-05': '0.00000000' });
  });

  it('keeps its credit even if a month between it and a later one leaves some', async () => {
    app.clock.moveTo('2027-08-10T00:00:00Z');
    const metered = await meteredContract(app, 'USD', '2027-08-01T00:00:00Z');
    const { contractId: id } = metered;
    app.clock.moveTo('2027-08-12T00:00:00Z');
    await sendUsage(app, [usedIn(metered, '2027-08-11T10', '-10')]);
    await roundAt(app, '2027-09-02T09:00:00Z');
    await sendUsage(app, [usedIn(metered, '2027-09-01T10', '10')]);
    await roundAt(app, '2027-10-02T09:00:00Z');
    await withdraw(id, '2027-09');
    await sendUsage(app, [usedIn(metered, '2027-10-01T10', '-15')]);
    await roundAt(app, '2027-11-02T09:00:00Z');
    await withdraw(id, '2027-10');
    await sendUsage(app, [usedIn(metered, '2027-11-01T10', '10')]);
    await roundAt(app, '2027-12-02T09:00:00Z');
    // 10 of credit exist, which September uses; October leaves 15 when it is signed, too late for November.
    await caller().call(statements.sign, { body: { contractId: id, month: '2027-09' } });
    expect(await payables(app, id)).toMatchObject({ '2027-09': '0.00000000', '2027-11': '10.00000000' });
  });

  it('keeps no more of a voucher than its corrected amount', async () => {
    app.clock.moveTo('2028-01-01T00:00:00Z');
    const metered = await meteredContract(app, 'USD', '2028-01-01T00:00:00Z');
    const { contractId: id } = metered;
    await issued(app, id, { denomination: '10', validDays: 60 });
    app.clock.moveTo('2028-01-16T00:00:00Z');
    await sendUsage(app, [usedIn(metered, '2028-01-15T10', '10')]);
    await roundAt(app, '2028-02-02T09:00:00Z');
    await withdraw(id, '2028-01');
    await sendUsage(app, [usedIn(metered, '2028-02-01T10', '10')]);
    await roundAt(app, '2028-03-02T08:59:00Z');
    const half = { skuId, contractId: id, currency: 'USD', unitPrice: '0.5', priceUnit: 'USD/core-hour' } as const;
    const span = { effectiveFrom: '2028-01-01T00:00:00Z', effectiveTo: '2028-02-01T00:00:00Z' };
    await caller().call(prices.create, { body: { items: [{ ...half, ...span }] } });
    // 5 of the voucher belong to January, 5 are left to February.
    app.clock.moveTo('2028-03-02T09:00:00Z');
    expect(await planned(id, '2028-02')).toEqual(['5.00000000', '5.00000000']);
    await caller().call(statements.sign, { body: { contractId: id, month: '2028-02' } });
    await caller().call(statements.sign, { body: { contractId: id, month: '2028-01' } });
    expect(await payables(app, id)).toEqual({ '2028-01': '0.00000000', '2028-02': '5.00000000' });
  });

  it('keeps its credit beside a later statement that is unpaid, until it is signed', async () => {
    app.clock.moveTo('2028-03-10T00:00:00Z');
    const metered = await meteredContract(app, 'USD', '2028-03-01T00:00:00Z');
    const { contractId: id } = metered;
    const creditPaid = async () =>
      Object.fromEntries((await statementsOf(app, id)).map(({ month, creditDeducted }) => [month, creditDeducted]));
    app.clock.moveTo('2028-03-12T00:00:00Z');
    await sendUsage(app, [usedIn(metered, '2028-03-11T10', '10')]);
    await roundAt(app, '2028-04-02T09:00:00Z');
    await withdraw(id, '2028-03');
    await sendUsage(app, [usedIn(metered, '2028-04-01T10', '20')]);
    await roundAt(app, '2028-05-02T09:00:00Z');
    await sendUsage(app, [usedIn(metered, '2028-05-01T10', '-25')]);
    await roundAt(app, '2028-06-02T09:00:00Z');
    // 10 of the 25 belong to March, which waits.
    expect(await creditPaid()).toMatchObject({ '2028-04': '15.00000000' });
    await caller().call(statements.sign, { body: { contractId: id, month: '2028-03' } });
    expect(await payables(app, id)).toMatchObject({ '2028-03': '0.00000000', '2028-04': '20.00000000' });
    expect(await creditPaid()).toMatchObject({ '2028-03': '0.00000000', '2028-04': '15.00000000' });
  });
});
