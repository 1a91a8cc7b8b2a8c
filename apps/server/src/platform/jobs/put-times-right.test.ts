import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestPostgres } from '#testing/test-postgres.ts';
import { ManualClock } from '../clock.ts';
import { openMetrics } from '../http/load/metrics.ts';
import type { Postgres } from '../postgres/open-postgres.ts';
import { startJobs, type Tick } from './open-jobs.ts';
import { putTimesRight } from './put-times-right.ts';

const log = pino({ level: 'silent' });

let postgres: Postgres;

describe('after the clock ran ahead and was put right', () => {
  beforeAll(async () => {
    postgres = await openTestPostgres();
  });
  afterAll(() => postgres.close());
  afterEach(() => vi.restoreAllMocks());

  const start = (name: string, run: Tick['run']) =>
    startJobs(
      { postgres, clock: new ManualClock('2026-11-02T09:00:00Z'), log, metrics: openMetrics() },
      [{ name, cron: '* * * * *', run }],
      0.5,
    );

  it('rounds of the queue come as often as before', async () => {
    const jobs = await start('rounds', async () => {});
    await jobs.stop(5_000);
    await postgres.script(`
      update jobs.version set cron_on = now() + interval '70 days', monitor_backoff_on = now() + interval '70 days';
      update jobs.queue set monitor_claim_on = now() + interval '70 days', maintain_on = now() + interval '70 days'`);
    expect(await putTimesRight(postgres.jobs)).toBeGreaterThan(1);
    expect(await rows('select from jobs.version where greatest(cron_on, monitor_backoff_on) > now()')).toEqual([]);
    expect(await rows('select from jobs.queue where greatest(monitor_claim_on, maintain_on) > now()')).toEqual([]);
    expect(await putTimesRight(postgres.jobs)).toBe(0);
  });

  it('the calendar comes round when a server starts', async () => {
    await postgres.script(`delete from jobs.job; update jobs.version set cron_on = now() + interval '70 days'`);
    const jobs = await start('rounds', async () => {});
    await vi.waitFor(async () => {
      expect(await rows(`select from jobs.job where name like '%send-it' and data->>'name' = 'rounds'`)).not.toEqual(
        [],
      );
    }, 10_000);
    await jobs.stop(5_000);
  });

  it('the next server repeats a job that was killed meanwhile', async () => {
    const [begun, hang] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const killed = await start('killed', async () => {
      begun.resolve();
      await hang.promise;
    });
    await begun.promise;
    await postgres.script(`create table left_behind as select * from jobs.job where name = 'killed'`);
    hang.resolve();
    await killed.stop(5_000);
    await postgres.script(`
      delete from jobs.job where name = 'killed';
      insert into jobs.job select * from left_behind;
      update jobs.job set started_on = started_on + interval '70 days', heartbeat_on = heartbeat_on + interval '70 days'
      where name = 'killed'`);
    const ran = Promise.withResolvers<void>();
    const next = await start('killed', async () => ran.resolve());
    // Simulates half a minute passing until the round that looks for jobs of dead processes.
    await postgres.script(`
      update jobs.job set heartbeat_on = heartbeat_on - interval '31 s' where name = 'killed' and state = 'active';
      update jobs.queue set monitor_claim_on = null`);
    const boss = new PgBoss({ db: postgres.jobs, schema: 'jobs', migrate: false, supervise: false, schedule: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.supervise('killed');
    await ran.promise;
    await boss.stop({ graceful: false });
    await next.stop(5_000);
  });

  it('no later minute is blocked by a job that already ran in it', async () => {
    const slots = `from jobs.job where singleton_on > now() at time zone 'UTC'`;
    await postgres.script(`
      insert into jobs.job (name, policy, singleton_on)
      select name, policy, (now() + interval '70 days') at time zone 'UTC' from jobs.queue where name like '%send-it'`);
    expect(await rows(`select ${slots}`)).toHaveLength(1);
    await putTimesRight(postgres.jobs);
    expect(await rows(`select ${slots}`)).toEqual([]);
  });

  it('a process in the middle of a job keeps looking for work', async () => {
    const ahead = vi.spyOn(Date, 'now');
    const real = performance.timeOrigin;
    ahead.mockImplementation(() => real + performance.now() + 20 * 86_400_000);
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const jobs = await start('goes-on', async () => {
      ahead.mockRestore();
      begun[runs]?.resolve();
      runs += 1;
    });
    await begun[0]?.promise;
    const boss = new PgBoss({ db: postgres.jobs, schema: 'jobs', migrate: false, supervise: false, schedule: false });
    boss.on('error', () => {});
    await boss.start();
    await boss.send('goes-on');
    await begun[1]?.promise;
    await boss.stop({ graceful: false });
    await jobs.stop(5_000);
  });

  const rows = async (text: string): Promise<unknown[]> => (await postgres.jobs.executeSql(text)).rows;
});
