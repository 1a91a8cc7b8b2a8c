import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/**
 * Compares each link's meter with its hours, which have no gap and sum to its reported amount. Also compares its
 * rated amount with every rated day, and the accepted amount of a settled link with its shares by hour. One sentence
 * for each difference.
 */
export async function verifyMarketplaceHours(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with told as (
      select meter.contract_id, meter.link_id, meter.pushed, meter.next_hour, meter.settled_at, link.from_hour, meter.first_hour,
             meter.rated, count(hour.id) as hours,
             coalesce(sum(case when state = 'pending' or in_doubt then quantity else accepted end * unit), 0) as sum,
             max(unit) as unit
      from marketplace_meter as meter
        join marketplace_link as link on link.contract_id = meter.contract_id and link.id = meter.link_id
        left join marketplace_hour as hour on hour.contract_id = meter.contract_id and hour.link_id = meter.link_id
      group by meter.contract_id, meter.link_id, link.from_hour
    ), used as (
      select contract_id, link_id, coalesce((
        select sum(amount_within(
          coalesce(hour_starts, array[day::timestamp at time zone billing_zone(contract.currency)]),
          coalesce(hour_amounts, array[amount]), from_hour, next_hour))
        from rated_day where rated_day.contract_id = told.contract_id), 0) as comes_to
      from told join contract on contract.id = told.contract_id
    )
    select format('%s: link %s counts %s as reported, but its hours sum to %s', contract_id, link_id, pushed, sum) as problem
      from told where pushed <> sum
    union all
    select format('%s: link %s has %s hourly statements from %s to %s', contract_id, link_id, hours, first_hour, next_hour)
      from told where hours * interval '1 hour' <> next_hour - first_hour
    union all
    select format('%s: link %s counts %s as rated of its closed hours, but they sum to %s', contract_id, link_id, rated, comes_to)
      from told join used using (contract_id, link_id) where settled_at is null and rated <> comes_to
    union all
    select format('%s: link %s reported %s, but %s of it is stored by hour', told.contract_id, told.link_id, pushed, kept)
      from told cross join lateral (
        select coalesce(sum(amount), 0) as kept from marketplace_share as share
        where share.contract_id = told.contract_id and share.link_id = told.link_id) as shares
      where settled_at is not null and (kept < pushed or kept - pushed >= unit)`.execute(db);
  return rows.map(({ problem }) => problem);
}
