import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rowsRated } from '../purchase/rated-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-11-16T06:30:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

/** A contract with a deposit, and usage at 6.00 a day from a day of November to an hour ago. */
async function using(from: string, deposit: string) {
  const { id } = await contract(app, { signDate: '2026-11-01T00:00:00Z' });
  const params = { id };
  const caller = internalCaller(app);
  await caller.call(bank.record, { params, body: { type: 'deposit', amount: deposit, currency: 'USD' } });
  const hours = (Date.parse('2026-11-16T06:00:00Z') - Date.parse(from)) / 3_600_000;
  const rows = Array.from({ length: hours }, (_, index) => ({
    bill_at: `${new Date(Date.parse(from) + index * 3_600_000).toISOString().slice(0, 19)}Z`,
    amount: '0.25',
  }));
  await rowsRated(app, id, 'UTC', rows);
  return { params, runway: () => caller.call(availableBalances.runway, { params }) };
}

describe(availableBalances.runway.id, () => {
  it('counts the days until the available balance is below zero at the expected cost', async () => {
    const { runway } = await using('2026-11-01T00:00:00Z', '338.00');
    // 338.00 − 91.50 unbilled = 246.50; 4.50 more today, and 40 × 6.00 = 240.00: 2.00 for the 41st day.
    expect(await runway()).toMatchObject({
      outlook: 'runsOut',
      days: 41,
      day: '2026-12-27',
      dailyCost: '6.00000000',
      dailyCostFormatted: '$6.00',
    });
  });

  it('is for a year at least', async () => {
    const { runway } = await using('2026-11-01T00:00:00Z', '9000.00');
    expect(await runway()).toMatchObject({ outlook: 'lasts', dailyCostFormatted: '$6.00' });
  });

  it('is the countdown of the account once its balance is below zero', async () => {
    const { runway } = await using('2026-11-01T00:00:00Z', '50.00');
    expect(await runway()).toMatchObject({
      outlook: 'countdown',
      countdown: { period: 'overdraft', end: expect.any(String) },
    });
    expect(await runway()).not.toHaveProperty('days');
  });

  it('is unknown with fewer than ten whole days of usage', async () => {
    const { runway } = await using('2026-11-07T00:00:00Z', '1000.00');
    expect(await runway()).toMatchObject({ outlook: 'tooLittleHistory' });
  });

  it('is for those who read the bills of the contract', async () => {
    const { params } = await using('2026-11-16T00:00:00Z', '1.00');
    const viewer = await member(app, params.id, 'viewer');
    expect(await viewer.refusal(availableBalances.runway, { params })).toMatchObject({ code: 403 });
    const other = await member(app, (await contract(app)).id, 'billing_admin');
    expect(await other.refusal(availableBalances.runway, { params })).toMatchObject({ code: 404 });
  });
});
