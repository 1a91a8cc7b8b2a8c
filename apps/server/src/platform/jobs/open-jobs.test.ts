import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres } from '#testing/test-postgres.ts';
import { ManualClock } from '../clock.ts';
import { openMetrics } from '../http/load/metrics.ts';
import { openLog } from '../log.ts';
import type { Postgres } from '../postgres/open-postgres.ts';
import { type Jobs, startJobs, type Tick } from './open-jobs.ts';

const now = '2026-11-02T09:00:00.000Z';
const log = pino({ level: 'silent' });

let postgres: Postgres;

describe('jobs', () => {
  beforeAll(async () => {
    postgres = await openTestPostgres();
  });
  afterAll(() => postgres.close());

  const start = (ticks: readonly Tick[], metrics = openMetrics()) =>
    startJobs({ postgres, clock: new ManualClock(now), log, metrics }, ticks, 0.5);

  it('run soon after start, get the current time, and are counted', async () => {
    const ran = Promise.withResolvers<Date>();
    const metrics = openMetrics();
    const jobs = await start([tick('count', async (at) => ran.resolve(at))], metrics);
    expect((await ran.promise).toISOString()).toBe(now);
    await jobs.stop(5_000);
    expect(await metrics.text()).toMatch('usance_job_runs_total{job="count",outcome="done"} 1');
  });

  it('come round again after a failure', async () => {
    const failed = Promise.withResolvers<void>();
    const failing = await start([
      tick('sometimes', async () => {
        failed.resolve();
        throw new Error('not today');
      }),
    ]);
    await failed.promise;
    await failing.stop(5_000);
    const ran = Promise.withResolvers<Date>();
    const jobs = await start([tick('sometimes', async (at) => ran.resolve(at))]);
    await ran.promise;
    await jobs.stop(5_000);
  });

  it('come round again after all connections of the queue were cut, during a run and after it', async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const released = Promise.withResolvers<void>();
    let runs = 0;
    const jobs = await start([
      tick('cut', async () => {
        begun[runs]?.resolve();
        runs += 1;
        await released.promise;
      }),
    ]);
    await begun[0]?.promise;
    await cutAll();
    released.resolve();
    await cutAll();
    // Stands in for the cron, after the first run was recorded as done.
    const boss = new PgBoss({ db: postgres.jobs, schema: 'jobs', migrate: false, supervise: false, schedule: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.send('cut');
    await begun[1]?.promise;
    await boss.stop({ graceful: false });
    await jobs.stop(5_000);
  });

  it('log one line for a database that is down, although each of them asks it', async () => {
    const lines: string[] = [];
    const told = openLog('warn', { write: (line) => void lines.push(line) });
    const askedInVain = Promise.withResolvers<void>();
    let isAway = false;
    let inVain = 0;
    const executeSql: Postgres['jobs']['executeSql'] = (...asked) => {
      if (!isAway) return postgres.jobs.executeSql(...asked);
      inVain += 1;
      if (inVain === 10) askedInVain.resolve();
      return Promise.reject(Object.assign(new Error('the database system is starting up'), { code: '57P03' }));
    };
    const away: Postgres = { ...postgres, jobs: { executeSql } };
    const ticks = ['one', 'two'].map((name) => tick(name, async () => {}));
    const at = { postgres: away, clock: new ManualClock(now), log: told, metrics: openMetrics() };
    const jobs = await startJobs(at, ticks, 0.5);
    isAway = true;
    await askedInVain.promise;
    isAway = false;
    await jobs.stop(5_000);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, failures: 1, msg: 'jobs: the queue failed' }),
    ]);
  });

  it('run in one of two processes at a time', async () => {
    const twice = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    let runs = 0;
    const shared = tick('shared', async () => {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      // Longer than a poll, so that the other process looks for work in the meantime.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      running -= 1;
      if (runs === 2) twice.resolve();
    });
    const processes: Jobs[] = [await start([shared]), await start([shared])];
    await twice.promise;
    expect(most).toBe(1);
    await Promise.all(processes.map((jobs) => jobs.stop(5_000)));
  });
});

/** Cuts all connections, like an administrator or a proxy. */
async function cutAll(): Promise<void> {
  await postgres.script(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

function tick(name: string, run: Tick['run']): Tick {
  return { name, cron: '* * * * *', run };
}
