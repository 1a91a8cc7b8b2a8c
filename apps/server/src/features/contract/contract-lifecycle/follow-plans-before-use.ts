import type { Instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import type { Provisioner } from '../datacloud/provisioner.ts';
import { followPlan, type Plan } from './follow-plans.ts';

/** Data clouds by id, each with the start of its latest reported usage. */
export type LastUsed = ReadonlyMap<string, Instant>;

/**
 * Takes the planned steps that were due before data clouds were used, if the calendar has not come to them. Needs no
 * guard against a clock that runs ahead: the meter reports a time after the step.
 */
export async function followPlansBeforeUse(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  used: LastUsed,
  now: Date,
  provisioner: Provisioner,
): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    // The data clouds' new contract may have been renewed before that use as well.
    const due = (await duePlans(db, used, now)).filter(({ id }) => !tried.has(id));
    if (due.length === 0) return;
    for (const plan of due) {
      tried.add(plan.id);
      await followPlan({ db, log }, plan, now, provisioner);
    }
  }
}

async function duePlans(db: Db, used: LastUsed, now: Date): Promise<readonly Plan[]> {
  const starts = [...used.values()].map((start) => new Date(start));
  const { rows } = await sql<Plan>`
    select contract_id, id, successor_id from contract_lifecycle as plan
    where progress = 'planned' and effective_at <= ${now}
      and exists (select from datacloud
        join unnest(${[...used.keys()]}::text[], ${starts}::timestamptz[]) as used (datacloud_id, start)
          on used.datacloud_id = datacloud.id
        where datacloud.contract_id = plan.contract_id and used.start >= plan.effective_at)
    order by effective_at`.execute(db);
  return rows;
}
