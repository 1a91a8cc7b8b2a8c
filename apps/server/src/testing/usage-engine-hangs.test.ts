import { bank } from '@usance/api/billing/bank';
import { dueDates } from '@usance/api/billing/due-date';
import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { runDueStatements } from '../features/billing/statement/run-due.ts';
import { rateDue } from '../features/metering/rating/rate-due.ts';
import {
  hourOn,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../features/metering/usage/metering.fixture.ts';
import { type Caller, internalCaller } from './callers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let staff: Caller;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-02T10:00:00Z', clickhouse: true });
  staff = internalCaller(app);
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

it.each<[string, (contractId: string) => Promise<unknown>]>([
  ['is signed by hand', (contractId) => staff.call(statements.sign, { body: { contractId, month: '2026-10' } })],
  ['is signed by the calendar', () => runDueStatements(app.deps, app.clock.now())],
  ['is rated', () => rateDue(app.deps)],
])('a contract that %s while the usage engine hangs can be written, and no transaction waits', async (_, work) => {
  const metered = await meteredContract(app);
  const { contractId } = metered;
  await sendUsage(app, [usageOf(metered, hourOn('2026-09-10')), usageOf(metered, hourOn('2026-10-10'))]);
  const { id } = await staff.call(statements.sign, { body: { contractId, month: '2026-09' } });
  const engine = hangingEngine();
  const working = work(contractId);
  await engine.asked;

  const params = { id: contractId };
  onTestFinished(engine.release);
  await staff.call(bank.record, { params, body: { type: 'deposit', amount: '10', currency: 'USD' } });
  await staff.call(statements.update, { params, body: [{ id, confirmState: 'confirmed' }] });
  await staff.call(dueDates.create, { params, body: { fromMonth: '2027-01', dueDays: 10 } });
  expect(await openTransactions()).toEqual([]);

  engine.release();
  await working;
});

/** Makes all calls of the usage database wait until they are released. */
function hangingEngine(): { asked: Promise<void>; release: () => void } {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const engine = app.deps.clickhouse as { -readonly [K in keyof ClickHouse]: ClickHouse[K] };
  const { query, command, insert, stream } = engine;
  const hanging =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given) => {
      asked.resolve();
      await released.promise;
      return call(...given);
    };
  const hung = { query: hanging(query) as typeof query, command: hanging(command), insert: hanging(insert) };
  Object.assign(engine, { ...hung, stream: hanging(stream) });
  return {
    asked: asked.promise,
    release: () => {
      Object.assign(engine, { query, command, insert, stream });
      released.resolve();
    },
  };
}

/** The transactions that PostgreSQL would end after its idle timeout. */
async function openTransactions(): Promise<unknown[]> {
  const { rows } = await sql`
    select state, query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(app.deps.db);
  return rows;
}
