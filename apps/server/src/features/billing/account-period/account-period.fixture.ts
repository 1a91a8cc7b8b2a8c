import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';
import { followDue } from './follow-due.ts';

/**
 * The last year used in each app. Time only moves forward, so each contract gets a year of its own, without a leap
 * day.
 */
const lastYears = new WeakMap<TestApp, number>();

/** A contract on the 2nd of its second month, with helpers; all dates are in its year. */
export async function contractInItsYear(app: TestApp, terms: { dueDays?: number } = {}) {
  let year = lastYears.get(app) ?? 2027;
  do year += 1;
  while (year % 4 === 0);
  lastYears.set(app, year);
  const { id } = await contract(app, { signDate: `${year}-01-01T00:00:00Z`, ...terms });
  app.clock.moveTo(`${year}-02-02T10:00:00Z`);
  const params = { id };
  const caller = internalCaller(app);
  const own = year;
  const at = (monthAndDay: string) => `${own}-${monthAndDay}`;
  return {
    id,
    year: own,
    at,
    caller,
    /** Moves the clock, and runs the calendar and the hourly round unless `late`. */
    until: async (when: string, { late = false } = {}) => {
      app.clock.moveTo(at(when));
      if (late) return;
      await runAt(app, at(when));
      await followDue(app.deps, app.clock.now());
    },
    balance: () => caller.call(availableBalances.get, { params }),
    deposit: (amount: string) =>
      caller.call(bank.record, { params, body: { type: 'deposit', amount, currency: 'USD' } }),
    sign: (month: string, amount: string, when: string) =>
      signed(app, { contractId: id, month: at(month), lines: [costing(amount)], at: at(when) }),
    update: (statementId: string, confirmState: 'confirmed' | 'manualProcessing', credit?: string) =>
      caller.call(statements.update, { params, body: [{ id: statementId, confirmState, ...(credit && { credit }) }] }),
    episodes: async () => {
      const { items } = await caller.call(accountPeriods.list, { params, query: {} });
      return items.map(({ cause, t0, ended }) => [cause, t0, ended?.how ?? null]);
    },
    reopen: { params, body: { reason: 'Pays by instalments from now on' } },
  };
}

/** Rates 7.00 of usage on a day. */
export async function sevenRated(app: TestApp, contractId: string, day: string, ratedAt: string): Promise<void> {
  await sql`insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
    values (${contractId}, ${day}, nextval('purchase_run_no'), 1, '7', ${`${day}T10:00:00Z`}, ${ratedAt})`.execute(
    app.deps.db,
  );
}
