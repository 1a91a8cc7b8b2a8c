import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { markLost } from '../mending/lost-batches.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';
import { flushUsage } from './flush-usage.ts';
import { releaseClaims } from './release-claims.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'batches are changed by force' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());

const later = new Date('2027-01-01T00:00:00Z');
const claimed = (until: string) => `claim = gen_random_uuid(), claimed_until = now() + interval '${until}'`;

/** Two batches of a contract, of which a table scan finds the later one first. */
async function twoBatches(change: string): Promise<[string, string]> {
  const metered = await meteredContract(app);
  for (let count = 0; count < 2; count += 1) await sendUsage(app, [usageOf(metered)]);
  const ofContract = `where contract_id = '${metered.contractId}'`;
  await app.ownerScript(`update usage_batch set ${change} ${ofContract}`);
  const order = app.deps.db.selectFrom('usage_batch').select('batch_no').where('contract_id', '=', metered.contractId);
  const [first = '', second = ''] = (await order.orderBy('batch_no').execute()).map(({ batch_no }) => batch_no);
  // An update could not move the first behind the second: its new version may take the place of an earlier one.
  await app.ownerScript(`set session_replication_role = replica;
    create table kept_batch as table usage_batch; truncate usage_batch;
    insert into usage_batch select * from kept_batch order by batch_no desc; drop table kept_batch`);
  expect((await order.orderBy(sql`ctid`).execute())[0]?.batch_no).toBe(second);
  // With statistics, PostgreSQL scans such a small table from start to end.
  await app.ownerScript('analyze usage_batch');
  return [first, second];
}

it.each([
  [
    'keeps that batches are lost',
    'payload = null',
    (numbers: readonly string[]) =>
      markLost(
        app.deps.db,
        numbers.map((no) => ({ no })),
        later,
      ),
  ],
  ['forgets payloads', 'failures = 0', () => forgetPayloads(app.deps, later)],
  ['shortens claims', `moved_at = null, ${claimed('70 days')}`, () => flushUsage(app.deps)],
  ['releases claims', claimed('1 minute'), () => releaseClaims(app.deps.db)],
] as const)('who %s takes batches in order of number, as everybody does', async (_, state, change) => {
  const [first, second] = await twoBatches(state);
  const begun = Promise.withResolvers<void>();
  let isDone = false;
  const changing = begun.promise
    .then(async () => {
      await change([second, first]);
    })
    .finally(() => {
      isDone = true;
    });
  const holding = app.deps.db.transaction().execute(async (tx) => {
    const hold = (no: string) => sql`select from usage_batch where batch_no = ${no}::bigint for update`.execute(tx);
    await hold(first);
    begun.resolve();
    const waits = sql<{ waits: boolean }>`
      select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`;
    while (!isDone && !(await waits.execute(tx)).rows[0]?.waits);
    expect(isDone).toBe(false);
    await hold(second);
  });
  expect(await Promise.allSettled([holding, changing])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
  ]);
  await app.ownerScript('update usage_batch set claim = null, claimed_until = null, moved_at = now()');
});
