import { statements } from '@usance/api/billing/statement';
import { addMonths, type BillingMonth, parseBillingMonth } from '@usance/period/billing-month';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { shareContract } from '../../../../contract/contract/contract.queries.ts';
import { closedMonths } from '../../../../metering/closed-month/closed-month.ts';
import { runAt } from '../../statement.fixture.ts';
import { contractsToSign, monthsTooOld, monthsToSign } from './due-month.queries.ts';

const now = '2027-01-20T12:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now });
});
afterAll(() => app.close());
// The round takes every active contract, so those of earlier tests must not be active.
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
  await runAt(app, now);
});

async function nextOf(id: string): Promise<string | undefined> {
  const row = await app.deps.db
    .selectFrom('next_to_sign')
    .select('month')
    .where('contract_id', '=', id)
    .executeTakeFirst();
  return row?.month;
}

const use = (db: DbOrTx, id: string, day: string) =>
  sql`insert into usage_day (contract_id, day, rows, quantity) values (${id}, ${day}, 1, 1)
    on conflict (contract_id, day) do update set rows = usage_day.rows + 1`.execute(db);

async function change(id: string, to: { state?: 'Active' | 'End' | 'Invalid'; ended_at?: Date | null }): Promise<void> {
  await app.deps.db.updateTable('contract').set(to).where('id', '=', id).execute();
}

const ended = { state: 'End', ended_at: new Date('2026-10-09T00:00:00Z') } as const;

it('contracts without a due month are not read each minute', async () => {
  const active = await contract(app, { signDate: '2026-10-05T00:00:00Z' });
  const idle = await contract(app, { signDate: '2026-10-05T00:00:00Z' });
  await change(idle.id, ended);
  const both = [active.id, idle.id].toSorted();
  expect(await contractsToSign(app.deps.db, new Date(now))).toEqual(both);
  expect(await runAt(app, now)).toMatchObject({ signed: 3, failed: [] });
  expect(await contractsToSign(app.deps.db, new Date(now))).toEqual([]);
  expect(await Promise.all(both.map(nextOf))).toEqual(['2027-01', '2027-01']);
  expect(await contractsToSign(app.deps.db, new Date('2027-02-02T08:59:59Z'))).not.toContain(active.id);
  expect(await contractsToSign(app.deps.db, new Date('2027-02-02T09:00:00Z'))).toEqual(expect.arrayContaining(both));
});

it('advancing a month waits for usage that is being accepted', async () => {
  const { id } = await contract(app, { signDate: '2026-10-05T00:00:00Z' });
  await change(id, ended);
  const taking = held(app, async (tx) => {
    await shareContract(tx, id);
    await use(tx, id, '2026-11-10');
  });
  await taking.written;
  const passing = runAt(app, now);
  await waitsOrEnds(app, passing);
  await taking.commit();
  expect(await passing).toMatchObject({ failed: [] });
  expect(await nextOf(id)).toBe('2026-11');
});

it('the database refuses to advance past unsigned usage', async () => {
  const { id } = await contract(app, { signDate: '2026-10-05T00:00:00Z' });
  await use(app.deps.db, id, '2026-11-10');
  const passed = (month: string) =>
    app.deps.db.updateTable('next_to_sign').set({ month }).where('contract_id', '=', id).execute();
  await passed('2026-11');
  await expect(passed('2026-12')).rejects.toMatchObject({ code: '23001' });
});

type Step = { do: 'use'; month: number } | { do: 'run' | 'withdraw' | 'end' | 'revive' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('use' as const), month: fc.integer({ min: 0, max: 29 }) }),
  fc.record({ do: fc.constantFrom('run' as const, 'withdraw' as const, 'end' as const, 'revive' as const) }),
);

async function happens(id: string, what: Step): Promise<void> {
  switch (what.do) {
    case 'use':
      return used(id, addMonths(parseBillingMonth('2024-07'), what.month));
    case 'run':
      return void (await runAt(app, now));
    case 'withdraw':
      return withdrawn(id);
    case 'end':
      return change(id, { state: 'End', ended_at: new Date('2025-08-20T00:00:00Z') });
    case 'revive':
      return change(id, { state: 'Active', ended_at: null });
  }
}

/** Late usage of a signed month is billed in another. */
async function used(id: string, month: BillingMonth): Promise<void> {
  if (!(await closedMonths(app.deps.db, id)).has(month)) await use(app.deps.db, id, `${month}-10`);
}

async function withdrawn(id: string): Promise<void> {
  const caller = internalCaller(app);
  const { items } = await caller.call(statements.list, { params: { id }, query: { pageSize: 999_999 } });
  const ids = items.filter(({ confirmState }) => confirmState === 'unconfirmed').map((each) => each.id);
  if (ids.length > 0) await caller.call(statements.delete, { params: { id }, query: { ids } });
}

/** The due months of a contract, by its stored next month and by checking every month. */
async function asked(id: string): Promise<{ kept: BillingMonth[]; all: BillingMonth[] }> {
  const found = { kept: [] as BillingMonth[], all: [] as BillingMonth[] };
  const undone = new Error('rolled back');
  const dueIn = async (tx: DbOrTx) => {
    const due = [...(await monthsTooOld(tx, new Date(now))), ...(await monthsToSign(tx, new Date(now)))];
    return due.filter((each) => each.contract.id === id).map(({ month }) => month);
  };
  const looking = app.deps.db.transaction().execute(async (tx) => {
    found.kept = await dueIn(tx);
    await tx.updateTable('next_to_sign').set({ month: '2000-01' }).where('contract_id', '=', id).execute();
    found.all = await dueIn(tx);
    throw undone;
  });
  await expect(looking).rejects.toBe(undone);
  return found;
}

it('usage, withdrawn statements and contract states are found in months advanced past long ago', {
  timeout: 120_000,
}, async () => {
  let due = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const { id } = await contract(app, { signDate: '2024-07-05T00:00:00Z' });
      for (const what of steps) {
        await happens(id, what);
        const { kept, all } = await asked(id);
        expect(kept).toEqual(all);
        due += all.length;
      }
      await change(id, { state: 'Invalid' });
    }),
    { numRuns: 8 },
  );
  expect(due).toBeGreaterThan(0);
});
