import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import type { TestApp } from './test-app.ts';

/** Runs a change in a transaction that stays open until `commit` is called. */
export function held(app: TestApp, change: (tx: Tx) => Promise<unknown>) {
  const written = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const done = app.deps.db.transaction().execute(async (tx) => {
    await change(tx);
    written.resolve();
    await release.promise;
  });
  done.catch(written.reject);
  const commit = () => {
    release.resolve();
    return done;
  };
  return { written: written.promise, commit };
}

/** Waits until some transaction waits for a lock, or the work has ended. */
export async function waitsOrEnds(app: TestApp, work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  work.then(end, end);
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(app.deps.db);
    if (hasEnded || rows.length > 0) return;
  }
}
