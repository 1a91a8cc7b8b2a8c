import { accountPeriods } from '@usance/api/billing/account-period';
import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { addMonths, type BillingMonth, parseBillingMonth } from '@usance/period/billing-month';
import { instantOf, plusDays24h, plusHours } from '@usance/period/instant';
import { signAt } from '@usance/period/statement-calendar';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { follow } from './follow-due.ts';
import { verifyAccountPeriods } from './verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-02T10:00:00Z' });
});
afterAll(() => app.close());

type Step =
  | { do: 'deposit' | 'withdraw' | 'sign'; amount: number }
  | { do: 'dispute' | 'endDispute'; which: number }
  | { do: 'wait'; hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('deposit', 'withdraw', 'sign', 'sign'), amount: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constantFrom('dispute', 'endDispute'), which: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 * 24 }) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 * 24 }) }),
);

/** A contract with helpers that act on it through the API. */
async function begun() {
  const { id } = await contract(app, { signDate: app.clock.now().toISOString() });
  const caller = internalCaller(app);
  const params = { id };
  const made: string[] = [];
  let month: BillingMonth = parseBillingMonth(app.clock.now().toISOString().slice(0, 7));
  const change = async (which: number, confirmState: 'confirmed' | 'manualProcessing') => {
    const statement = made[which % made.length];
    // A change that its state does not allow has no effect.
    if (statement)
      await mayBeRefused(caller.call(statements.update, { params, body: [{ id: statement, confirmState }] }));
  };
  return {
    id,
    async happens(what: Exclude<Step, { do: 'wait' }>): Promise<void> {
      if ('which' in what) return change(what.which, what.do === 'dispute' ? 'manualProcessing' : 'confirmed');
      const amount = String(what.amount);
      if (what.do === 'sign') {
        if (signAt(month, 'UTC') > app.clock.now().getTime()) return;
        const at = app.clock.now().toISOString();
        const { id: statement } = await signed(app, { contractId: id, month, lines: [costing(amount)], at });
        await follow(app.deps, id, app.clock.now());
        made.push(statement);
        month = addMonths(month, 1);
        return change(made.length - 1, 'confirmed');
      }
      const body = { type: what.do, amount, currency: 'USD' } as const;
      await mayBeRefused(caller.call(bank.record, { params, body }));
    },
    settles: () => caller.call(deductions.calculate, { body: { contractId: id } }),
    async seen() {
      const { items } = await caller.call(accountPeriods.list, { params, query: { pageSize: 999_999 } });
      const { state, details } = await caller.call(availableBalances.get, { params });
      return { episodes: items.map(({ contractId: _, ...episode }) => episode), state, details };
    },
  };
}

/** The number of calls that succeeded although their state could refuse them. */
let done = 0;

async function mayBeRefused(called: Promise<unknown>): Promise<void> {
  await called.then(
    () => {
      done += 1;
    },
    (error: Error) => expect(error.message).toMatch(/was refused: 409 .*"(BANK_BALANCE|STATEMENT_STATE|FROZEN)/),
  );
}

type Seen = Awaited<ReturnType<Awaited<ReturnType<typeof begun>>['seen']>>;

/** Asserts that history only grows: episodes are added, stopped and ended, and each keeps its t0. */
function assertOnlyGrown(before: Seen, after: Seen): void {
  const grown = new Map(after.episodes.map((episode) => [episode.no, episode]));
  for (const { no, cause, t0, ended } of before.episodes) {
    expect(grown.get(no)).toMatchObject({ cause, t0, ...(ended && { ended }) });
  }
  const open = after.episodes.filter(({ ended }) => ended === null);
  expect(open.length).toBeLessThanOrEqual(1);
  expect(after.state.t0).toBe(open[0]?.t0.replace('.000Z', 'Z'));
}

it('a contract checked every few days and its twin checked only by calls get the same account periods', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const [often, seldom] = [await begun(), await begun()];
      let last = await seldom.seen();
      for (const what of steps) {
        if (what.do === 'wait') {
          const until = plusHours(instantOf(app.clock.now()), what.hours);
          for (let now = instantOf(app.clock.now()); now < until; now = plusDays24h(now, 3)) {
            app.clock.moveTo(new Date(now));
            await follow(app.deps, often.id, app.clock.now());
          }
          app.clock.moveTo(new Date(until));
        } else {
          await often.happens(what);
          await seldom.happens(what);
        }
        await often.settles();
        await seldom.settles();
        const [one, other] = [await often.seen(), await seldom.seen()];
        expect(other).toEqual(one);
        assertOnlyGrown(last, other);
        last = other;
      }
    }),
    { numRuns: 12 },
  );
  expect(done).toBeGreaterThan(8);
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});
