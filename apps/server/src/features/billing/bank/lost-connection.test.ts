import { bank } from '@usance/api/billing/bank';
import { requestOf } from '@usance/api/request';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a deposit whose database connection is cut gets a 503, and is not booked', async () => {
  const { id } = await contract(app);
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = app.deps.db.transaction().execute(async (tx) => {
    await sql`select from contract where id = ${id} for update`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const input = { params: { id }, body: { type: 'deposit', amount: '10', currency: 'USD' }, idempotencyKey: 'cut' };
  const { body: payload = '', ...request } = requestOf(bank.record, input, 'internal');
  const reply = internalCaller(app).raw({ ...request, payload });
  while (!(await cutWaiting()));
  release.resolve();
  await holder;
  expect([(await reply).statusCode, (await reply).json().reason]).toEqual([503, 'UNAVAILABLE']);
  expect(await internalCaller(app).call(bank.balance, { params: { id }, query: {} })).toMatchObject({
    balance: '0.00000000',
  });
});

it('a call without a free connection gets a 503', async () => {
  const { id } = await contract(app);
  const admin = await member(app, id, 'admin');
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = app.deps.db.transaction().execute(async (tx) => {
    await sql`lock table contract_role in access exclusive mode`.execute(tx);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const replies = await Promise.all(Array.from({ length: 20 }, () => admin.raw({ url: `/api/v1/contracts/${id}` })));
  release.resolve();
  await holder;
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([503]));
});

/** Cuts the connection that waits for a lock; returns false if there is none. */
async function cutWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db);
  return rows.length > 0;
}
