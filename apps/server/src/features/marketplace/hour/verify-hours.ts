import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';

/**
 * The hours of each link: one after the other without a gap from its first to where it stands, and what it counts as told
 * against them; of links that are settled what was accepted against what is kept of it by hour. One sentence for each that differs.
 */
export async function verifyMarketplaceHours(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with told as (
      select meter.contract_id, meter.link_id, meter.pushed, meter.next_hour, meter.settled_at, link.from_hour,
             count(hour.id) as hours,
             coalesce(sum(case when state = 'pending' or in_doubt then quantity else accepted end * unit), 0) as sum,
             max(unit) as unit
      from marketplace_meter as meter
        join marketplace_link as link on link.contract_id = meter.contract_id and link.id = meter.link_id
        left join marketplace_hour as hour on hour.contract_id = meter.contract_id and hour.link_id = meter.link_id
      group by meter.contract_id, meter.link_id, link.from_hour
    )
    select format('%s: link %s counts %s as told, and its hours come to %s', contract_id, link_id, pushed, sum) as problem
      from told where pushed <> sum
    union all
    select format('%s: link %s has %s hourly statements from %s to %s', contract_id, link_id, hours, from_hour, next_hour)
      from told where hours * interval '1 hour' <> next_hour - from_hour
    union all
    select format('%s: link %s was told %s, and %s of it is kept by hour', told.contract_id, told.link_id, pushed, kept)
      from told cross join lateral (
        select coalesce(sum(amount), 0) as kept from marketplace_share as share
        where share.contract_id = told.contract_id and share.link_id = told.link_id) as shares
      where settled_at is not null and (kept < pushed or kept - pushed >= unit)`.execute(db);
  return rows.map(({ problem }) => problem);
}
