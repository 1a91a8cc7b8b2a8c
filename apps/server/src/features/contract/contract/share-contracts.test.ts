import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract, shareContracts } from './contract.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('shared contracts cannot be locked until commit, but can be shared', async () => {
  const ids = [(await contract(app)).id, (await contract(app)).id];
  const [first = ''] = ids;
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = app.deps.db.transaction().execute(async (tx) => {
    expect((await shareContracts(tx, ids.toReversed())).map(({ id }) => id)).toEqual(ids.toSorted());
    held.resolve();
    await release.promise;
  });
  await held.promise;
  await app.deps.db.transaction().execute(async (tx) => expect(await shareContracts(tx, ids)).toHaveLength(2));
  const locking = app.deps.db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 50`.execute(tx);
    await lockContract(tx, first);
  });
  await expect(locking).rejects.toMatchObject({ code: '55P03' });
  release.resolve();
  await holder;
  await app.deps.db.transaction().execute(async (tx) => expect((await lockContract(tx, first)).id).toBe(first));
});

it('a transaction that waits to lock a contract comes before later ones that share it', async () => {
  const { id } = await contract(app);
  const inTurn: string[] = [];
  const release = Promise.withResolvers<void>();
  const shares = (name: string, until: Promise<void>) => {
    const has = Promise.withResolvers<void>();
    const done = app.deps.db.transaction().execute(async (tx) => {
      await shareContracts(tx, [id]);
      inTurn.push(name);
      has.resolve();
      await until;
    });
    return { has: has.promise, done };
  };
  const first = shares('first', release.promise);
  await first.has;
  const locking = app.deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, id);
    inTurn.push('locks');
  });
  await untilWaiting(1);
  const second = shares('second', Promise.resolve());
  await Promise.race([second.done, untilWaiting(2)]);
  release.resolve();
  await Promise.all([first.done, locking, second.done]);
  expect(inTurn).toEqual(['first', 'locks', 'second']);
});

/** Waits until this many connections of ours wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db);
    if (rows.length >= count) return;
  }
}

it('any number of contracts can be shared at once with few lock slots', async () => {
  const ids = Array.from({ length: 20_000 }, (_, at) => `c-${at}`);
  await app.deps.db.transaction().execute(async (tx) => {
    await shareContracts(tx, ids);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
    expect(rows.length).toBeLessThanOrEqual(64);
  });
});
