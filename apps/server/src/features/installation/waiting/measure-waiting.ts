import { waitingKind } from '@usance/api/installation/waiting';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { findWaiting } from './find-waiting.ts';

/** Adds gauges for waiting work, for usage and work in progress, and for the age of the last rounds. */
export function measureWaiting(deps: Pick<Deps, 'db' | 'clock' | 'process'>): void {
  const { metrics } = deps.process;
  metrics.gauge('usance_waiting', 'Work that waits for a person or for too long (GET /monitor/waiting)', async () => {
    const counts = new Map((await findWaiting(deps)).map(({ what, count }) => [what, count]));
    return waitingKind.options.map((what) => ({ labels: { what }, value: counts.get(what) ?? 0 }));
  });
  metrics.gauge('usance_usage_waiting_rows', 'Usage records that are accepted and not yet stored', async () => [
    { value: await measured(deps.db, sql`select coalesce(sum(rows), 0) from usage_batch where moved_at is null`) },
  ]);
  metrics.gauge('usance_days_to_rate', 'Days of contracts with usage that is not yet rated', async () => [
    { value: await measured(deps.db, sql`select count(*) from usage_dirty_day`) },
  ]);
  metrics.gauge('usance_jobs_waiting', 'Jobs that are due and not started', async () => [
    {
      value: await measured(deps.db, sql`select count(*) from jobs.job where state < 'active' and start_after < now()`),
    },
  ]);
  metrics.gauge('usance_since_seconds', 'Seconds since the last run; absent if it never ran', async () =>
    (await lastTimes(deps)).map(({ what, seconds }) => ({ labels: { what }, value: Number(seconds) })),
  );
}

async function measured(db: Db, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ value: string }>`select (${query}) as value`.execute(db);
  return Number(rows[0]?.value ?? 0);
}

async function lastTimes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const { rows } = await sql<{ what: string; seconds: string }>`
    select * from (
      select 'rating' as what, extract(epoch from ${clock.outside()} - rated_at) as seconds
        from (select rated_at from rated_day order by run_no desc limit 1) as latest
      union all select 'calendar', extract(epoch from ${clock.now()} - max(last_at)) from calendar_tick
      union all select 'backup', extract(epoch from now() - max(taken_at)) from last_backup
    ) as times where seconds is not null`.execute(db);
  return rows;
}
