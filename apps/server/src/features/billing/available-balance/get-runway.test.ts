import { availableBalances } from '@usance/api/billing/available-balance';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { usedSince } from './runway.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-11-16T06:30:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const using = (from: string, deposit: string) => usedSince(app, { from, deposit });

/** Ends a contract now, or plans to. */
const ended = (contractId: string, effectiveAt?: string) =>
  internalCaller(app).call(contractLifecycles.create, {
    body: { contractId, state: 'End', reason: 'A test', ...(effectiveAt !== undefined && { effectiveAt }) },
  });

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

  describe('of a contract that ends', () => {
    it('lasts once it has ended, also with little usage', async () => {
      const { params, runway } = await using('2026-11-01T00:00:00Z', '100.00');
      expect(await runway()).toMatchObject({ outlook: 'runsOut', days: 1 });
      await ended(params.id);
      expect(await runway()).toMatchObject({ outlook: 'lasts', dailyCostFormatted: '$0.00' });
      const little = await using('2026-11-12T00:00:00Z', '100.00');
      await app.deps.db
        .updateTable('contract')
        .set({ ended_at: new Date('2026-11-13T00:00:00Z'), state: 'End' })
        .where('id', '=', little.params.id)
        .execute();
      expect(await little.runway()).toMatchObject({ outlook: 'lasts' });
    });

    it('counts costs to a planned end, and none after it', async () => {
      const { params, runway } = await using('2026-11-01T00:00:00Z', '120.00');
      // 28.50: 4.50 today, and four days more.
      await ended(params.id, '2026-11-20T12:00:00Z');
      expect(await runway()).toMatchObject({ outlook: 'lasts' });
      const later = await using('2026-11-01T00:00:00Z', '120.00');
      await ended(later.params.id, '2026-11-25T00:00:00Z');
      expect(await later.runway()).toMatchObject({ outlook: 'runsOut', days: 5 });
    });
  });

  it('is for those who read the bills of the contract', async () => {
    const { params } = await using('2026-11-16T00:00:00Z', '1.00');
    const viewer = await member(app, params.id, 'viewer');
    expect(await viewer.refusal(availableBalances.runway, { params })).toMatchObject({ code: 403 });
    const other = await member(app, (await contract(app)).id, 'billing_admin');
    expect(await other.refusal(availableBalances.runway, { params })).toMatchObject({ code: 404 });
  });
});
