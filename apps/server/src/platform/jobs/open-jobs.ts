import { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../http/load/metrics.ts';
import type { Log } from '../log.ts';
import type { Postgres } from '../postgres/open-postgres.ts';
import { tellingFailedRounds } from '../tell-failed-rounds.ts';
import { putTimesRight } from './put-times-right.ts';
import { steadyClock } from './steady-clock.ts';

/**
 * Work that comes round. It may be late, come twice, or be cut off by a crash, in any of several processes: what it
 * does must be the same once or often, judged by `now` and not by how many times it ran.
 */
export interface Tick {
  readonly name: string;
  /** Five cron fields, in UTC. */
  readonly cron: string;
  run(now: Date): Promise<void>;
  /**
   * The first instant after one at which it will have something to do by what is kept now, for whoever moves time from one to
   * the next; nothing where there is none. What lacks this tidies up, and nobody sees when.
   */
  dueAfter?(after: Date): Promise<Date | undefined>;
}

export interface Jobs {
  /** Waits for what is running, for as long as `limitMs`, and starts nothing more. */
  stop(limitMs: number): Promise<void>;
}

interface JobDeps {
  readonly postgres: Postgres;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const schema = 'jobs';
const putRightMs = 60_000;
// One heartbeat lost means a killed process: another takes the job over half a minute later.
const queue = { policy: 'singleton', retryLimit: 0, expireInSeconds: 3_600, heartbeatSeconds: 30 } as const;

/** Brings the tables of the queue to this version; by the owner of the database. */
export async function installJobs(owner: Postgres): Promise<void> {
  const boss = new PgBoss({ db: owner.jobs, schema, createSchema: false, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Starts the ticks on the records' own PostgreSQL: each once now, for what fell due while nobody ran, then by its
 * cron. Of all processes on it, one at a time runs each tick.
 */
export async function startJobs(deps: JobDeps, ticks: readonly Tick[], pollSeconds = 10): Promise<Jobs> {
  const boss = new PgBoss({
    db: deps.postgres.jobs,
    schema,
    migrate: false,
    createSchema: false,
    cronWorkerIntervalSeconds: 20,
    superviseIntervalSeconds: 30,
    clock: steadyClock,
    clockMonitorIntervalSeconds: 60,
  });
  const tell = tellingFailedRounds(deps.log, 'jobs: the queue failed');
  // What a worker of the queue hands on is a copy of the error, and none itself.
  boss.on('error', (error) => tell(Object.assign(new Error(error.message), error)));
  await putTimesRight(deps.postgres.jobs);
  // By our own timer: the queue's rounds are what a clock that ran ahead stops.
  const puttingRight = setInterval(() => void keepTimesRight(deps), putRightMs).unref();
  await boss.start();
  for (const tick of ticks) {
    await boss.createQueue(tick.name, queue);
    await boss.schedule(tick.name, tick.cron);
    await boss.send(tick.name);
    await boss.work(tick.name, { pollingIntervalSeconds: pollSeconds }, () => runTick(tick, deps));
  }
  await forgetOtherSchedules(boss, ticks);
  return {
    stop: async (limitMs) => {
      clearInterval(puttingRight);
      await boss.stop({ graceful: true, timeout: limitMs });
    },
  };
}

async function keepTimesRight({ postgres, log }: JobDeps): Promise<void> {
  try {
    const found = await putTimesRight(postgres.jobs);
    if (found > 0)
      log.warn({ found }, 'jobs: the clock ran ahead and was put right, and so are the times of the queue');
  } catch (error) {
    log.error({ err: error }, 'jobs: the times of the queue could not be put right');
  }
}

async function runTick(tick: Tick, { clock, log, metrics }: JobDeps): Promise<void> {
  const started = performance.now();
  let outcome: 'done' | 'failed' = 'failed';
  try {
    await tick.run(clock.now());
    outcome = 'done';
  } catch (error) {
    log.error({ err: error, job: tick.name }, 'job failed; it comes round again');
    throw error;
  } finally {
    metrics.jobRan(tick.name, outcome, (performance.now() - started) / 1000);
  }
}

/** A tick that this version no longer has must not pile up jobs that nobody takes. */
async function forgetOtherSchedules(boss: PgBoss, ticks: readonly Tick[]): Promise<void> {
  const known = new Set(ticks.map((tick) => tick.name));
  for (const schedule of await boss.getSchedules()) {
    if (!known.has(schedule.name)) await boss.unschedule(schedule.name);
  }
}
