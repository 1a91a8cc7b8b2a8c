import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { instant, plusHours, toRfc3339 } from '@usance/period/instant';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { rowsRated } from '../purchase/rated-rows.fixture.ts';

/** A contract with a deposit, and usage in each hour from a day of November 2026 to 06:00 on the 16th. */
export async function usedSince(
  app: TestApp,
  { from, deposit, perHour = '0.25' }: { from: string; deposit?: string; perHour?: string },
) {
  const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
  const params = { id };
  const caller = internalCaller(app);
  if (deposit !== undefined)
    await caller.call(bank.record, { params, body: { type: 'deposit', amount: deposit, currency: 'USD' } });
  const first = instant(from);
  const hours = (instant('2026-11-16T06:00:00Z') - first) / 3_600_000;
  const rows = Array.from({ length: hours }, (_, hour) => ({
    bill_at: toRfc3339(plusHours(first, hour)),
    amount: perHour,
  }));
  await rowsRated(app, id, 'UTC', rows);
  return { params, runway: () => caller.call(availableBalances.runway, { params }) };
}
