import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres } from '../../testing/test-postgres.ts';
import { ManualClock } from '../clock.ts';
import { openMetrics } from '../http/load/metrics.ts';
import type { Postgres } from '../postgres/open-postgres.ts';
import { type Jobs, startJobs, type Tick } from './open-jobs.ts';

const now = '2026-11-02T09:00:00.000Z';
const log = pino({ level: 'silent' });

describe('jobs', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await openTestPostgres();
  });
  afterAll(() => postgres.close());

  const start = (ticks: readonly Tick[], metrics = openMetrics()) =>
    startJobs({ postgres, clock: new ManualClock(now), log, metrics }, ticks, 0.5);

  it('run soon after start, are told what now is, and are counted', async () => {
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

  it('of two processes one at a time runs a tick', async () => {
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

function tick(name: string, run: Tick['run']): Tick {
  return { name, cron: '* * * * *', run };
}
