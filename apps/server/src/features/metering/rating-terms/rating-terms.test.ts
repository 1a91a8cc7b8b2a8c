import { parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract as makeContract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { dayRated } from '../billing-day/rated-day.fixture.ts';
import { changePrices, changeWords, daysOfOldTerms, drawRuns, lockPrices } from './rating-terms.ts';
import { type PricesOf, reachOfPrices } from './reach.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', damaged: 'days rated without rows' });
});
afterAll(() => app.close());

const inTx: TestApp['deps']['db']['transaction'] = () => app.deps.db.transaction();
const change = (of: PricesOf) => inTx().execute((tx) => changePrices(tx, [of]));
const newContract = async (currency: 'USD' | 'CNY' = 'USD') =>
  getContract(app.deps.db, (await makeContract(app, { currency })).id);

describe('a run that began before a price change has old terms', () => {
  const isReached = async (contract: ContractRow, changed: PricesOf) => {
    const [run = 0n] = await drawRuns(app.deps.db, [contract], 1);
    await change(changed);
    return run < (await inTx().execute((tx) => lockPrices(tx, contract)));
  };

  it.each<[string, (contractId: string) => PricesOf, boolean]>([
    ['of the list of its currency', () => ({ contractId: null, currency: 'USD' }), true],
    ['of its own', (contractId) => ({ contractId, currency: 'USD' }), true],
    ['of the list of another currency', () => ({ contractId: null, currency: 'CNY' }), false],
  ])('%s', async (_, of, expected) => {
    const contract = await newContract();
    expect(await isReached(contract, of(contract.id))).toBe(expected);
  });

  it("of another contract's own", async () => {
    const contract = await newContract();
    const own = reachOfPrices({ contractId: contract.id, currency: 'USD' });
    let other: PricesOf;
    // Two contracts share a row with a probability of 1 in 256.
    do other = { contractId: (await newContract()).id, currency: 'USD' };
    while (reachOfPrices(other) === own);
    expect(await isReached(contract, other)).toBe(false);
  });
});

it('a change that waits for a run to begin counts that run as one with old terms', async () => {
  const contract = await newContract();
  const began = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  // The two statements of `drawRuns`, paused in between.
  const beginning = inTx().execute(async (tx) => {
    await sql`select from rating_terms for share`.execute(tx);
    began.resolve();
    await proceed.promise;
    const { rows } = await sql<{ no: string }>`select nextval('purchase_run_no') as no`.execute(tx);
    return BigInt(rows[0]?.no ?? 0);
  });
  await began.promise;
  const changing = change({ contractId: null, currency: 'USD' });
  await untilSomebodyWaits();
  proceed.resolve();
  const run = await beginning;
  await changing;
  expect(await inTx().execute((tx) => lockPrices(tx, contract))).toBeGreaterThan(run);
});

it('a missing lock row stops runs and changes alike', async () => {
  // Every real currency has its row, which cannot be deleted; so the test uses an unknown one.
  const contract = { id: (await newContract()).id, currency: 'XXX' as never };
  await expect(drawRuns(app.deps.db, [contract], 1)).rejects.toThrow('rating_terms lacks some of');
  await expect(inTx().execute((tx) => lockPrices(tx, contract))).rejects.toThrow('rating_terms lacks some of');
  await expect(change({ ...contract, contractId: null })).rejects.toThrow('rating_terms lacks some of');
});

it('returns no day before the first of the given range', async () => {
  const contract = await newContract();
  const days = ['2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01'];
  for (const day of days) await dayRated(app, { contractId: contract.id, day, amount: '0' });
  await inTx().execute(changeWords);
  const old = await daysOfOldTerms(app.deps.db, contract, parseDay('2026-09-01'), parseDay('2026-09-30'));
  expect(old).toEqual(['2026-09-01', '2026-09-30']);
});

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(app.deps.db);
    if (rows.length > 0) return;
  }
}
