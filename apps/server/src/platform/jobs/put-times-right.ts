import type { Db } from 'pg-boss';

/**
 * Corrects the times that the queue wrote while PostgreSQL's clock ran ahead, and returns how many rows it changed. The
 * queue waits an interval after the last round, and trusts a heartbeat from the future: it would stand still for as
 * long as the clock was ahead. No job is scheduled for later, and a running job sends a new heartbeat within seconds.
 */
export async function putTimesRight(queue: Db): Promise<number> {
  let found = 0;
  for (const statement of [rounds, queues, jobs]) found += (await queue.executeSql(statement)).rows.length;
  return found;
}

// Times up to a minute ahead may come from another connection, and pass soon.
const ahead = `now() + interval '1 minute'`;

const unlessAhead = (column: string) => `${column} = case when ${column} <= ${ahead} then ${column} end`;

const rounds = `
  update jobs.version set ${['cron_on', 'bam_on', 'flow_on', 'reindex_on'].map(unlessAhead).join()},
    monitor_backoff_on = case when monitor_backoff_on <= ${ahead} + interval '1 hour' then monitor_backoff_on end
  where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on - interval '1 hour') > ${ahead}
  returning 1`;

const queues = `
  update jobs.queue set ${['monitor_claim_on', 'monitor_on', 'delta_on', 'maintain_on'].map(unlessAhead).join()}
  where greatest(monitor_claim_on, monitor_on, delta_on, maintain_on) > ${ahead}
  returning 1`;

// The minute in which a job ran is taken, so the job would skip it when it comes again.
const jobs = `
  update jobs.job set start_after = least(start_after, now()), created_on = least(created_on, now()),
    started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now()),
    completed_on = least(completed_on, now()),
    singleton_on = case when singleton_on at time zone 'UTC' <= ${ahead} then singleton_on end
  where greatest(start_after, created_on, started_on, heartbeat_on, completed_on, singleton_on at time zone 'UTC') > ${ahead}
  returning 1`;
