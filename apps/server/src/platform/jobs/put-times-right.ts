import type { Db } from 'pg-boss';

/**
 * Takes back what the queue wrote while PostgreSQL's clock ran ahead. It lets a round come some time after the last
 * one, and believes that whoever said last in the future that a job runs still runs it: nothing would come round for as
 * long as the clock was ahead. No job is meant for later, and who does run one says so again within seconds. Answers how
 * much it found.
 */
export async function putTimesRight(queue: Db): Promise<number> {
  let found = 0;
  for (const statement of [rounds, queues, jobs]) found += (await queue.executeSql(statement)).rows.length;
  return found;
}

// What is not further ahead another connection may just have written, and it is over soon.
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

// A minute in which a job came round is taken, and would pass without one when it comes.
const jobs = `
  update jobs.job set start_after = least(start_after, now()), created_on = least(created_on, now()),
    started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now()),
    completed_on = least(completed_on, now()),
    singleton_on = case when singleton_on at time zone 'UTC' <= ${ahead} then singleton_on end
  where greatest(start_after, created_on, started_on, heartbeat_on, completed_on, singleton_on at time zone 'UTC') > ${ahead}
  returning 1`;
