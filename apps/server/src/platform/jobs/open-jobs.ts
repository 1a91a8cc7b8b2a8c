import { PgBoss, type Clock as QueueClock, systemClock } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../http/load/metrics.ts';
import type { Log } from '../log.ts';
import { failedRoundsLog } from '../log-failed-rounds.ts';
import type { Postgres } from '../postgres/open-postgres.ts';
import { putTimesRight } from './put-times-right.ts';

/**
 * Recurring work. A run may be late, repeated, or killed halfway, in any of several processes. So its result must
 * depend on `now`, not on the number of runs.
 */
export interface Tick {
  readonly name: string;
  /** Five cron fields, in UTC. */
  readonly cron: string;
  run(now: Date): Promise<void>;
  /**
   * Returns the first instant after the given one at which it has work, by the current data, so that a clock move can
   * stop there. Ticks without it only tidy up, and their moment does not matter.
   */
  dueAfter?(after: Date): Promise<Date | undefined>;
}

export interface Jobs {
  /** Waits up to `limitMs` for running ticks, and starts no more. */
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
// A missed heartbeat means a killed process; another takes the job over half a minute later.
const queue = { policy: 'singleton', retryLimit: 0, expireInSeconds: 3_600, heartbeatSeconds: 30 } as const;

/** Migrates the tables of the queue, as the owner of the database. */
export async function installJobs(owner: Postgres): Promise<void> {
  const boss = new PgBoss({ db: owner.jobs, schema, createSchema: false, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Starts the ticks, on the queue in PostgreSQL: each once now, for work that fell due while no server ran, then by its
 * cron. Among all processes, one at a time runs each tick.
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
  const tell = failedRoundsLog(deps.log, 'jobs: the queue failed');
  // The queue's workers emit a plain copy of the error, without a stack.
  boss.on('error', (error) => tell(Object.assign(new Error(error.message), error)));
  await putTimesRight(deps.postgres.jobs);
  // Runs on its own timer: a clock that ran ahead stops the queue's rounds.
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

/** Schedules of ticks that this version no longer has would pile up jobs without a worker. */
async function forgetOtherSchedules(boss: PgBoss, ticks: readonly Tick[]): Promise<void> {
  const known = new Set(ticks.map((tick) => tick.name));
  for (const schedule of await boss.getSchedules()) {
    if (!known.has(schedule.name)) await boss.unschedule(schedule.name);
  }
}

/**
 * A clock that keeps its pace whatever happens to the machine's clock. The queue waits until an instant: with an
 * instant of a clock that ran ahead, it would wait for as long as that clock was ahead.
 */
const steadyClock: QueueClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };
