import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { latestShown } from './latest-shown.ts';

/** Reports postings and vouchers dated later than any trusted clock, one sentence for each. */
export async function verifyTimes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with ahead as (select ${latestShown(clock.now())} + interval '1 minute' as of_now)
    select format('%s: %s %s is booked at %s, which is in the future', contract_id, kind, id, at) as problem
      from posting, ahead where at > of_now
    union all
    select format('%s: the money of %s arrived at %s, which is in the future', contract_id, id, memo ->> 'gmtTransacted')
      from posting, ahead where (memo ->> 'gmtTransacted')::timestamptz > of_now
    union all
    select format('%s: %s is issued at %s and begins at %s, which is in the future', contract_id, id, created_at, start_at)
      from voucher, ahead where greatest(created_at, start_at) > of_now
    order by problem`.execute(db);
  return rows.map(({ problem }) => problem);
}
