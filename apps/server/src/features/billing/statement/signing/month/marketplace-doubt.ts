import { type BillingMonth, lastDayOf } from '@usance/period/billing-month';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../../contract/contract/contract.ts';
import { hoursOfDays } from '../../../../metering/billing-day/open-months.ts';
import { cycleOf } from './cycle.ts';

/**
 * True if a marketplace's share of a month is uncertain. An hour may have been accepted without a reply. Hours may be
 * unreported, or refused without a later acceptance. A unit or more of its usage may stay unreported for ever.
 * Earlier usage that operators left to the marketplace counts as accepted.
 */
export async function isInDoubt(
  db: DbOrTx,
  { id, currency }: Pick<ContractRow, 'id' | 'currency'>,
  month: BillingMonth,
): Promise<boolean> {
  const { start, end } = cycleOf(month, currency);
  const { rows } = await sql<{ doubt: boolean }>`
    select exists (
      select from marketplace_hour where contract_id = ${id} and hour >= ${start} and hour < ${end} and in_doubt
    ) or exists (
      select from marketplace_link as link
        join marketplace_meter as meter on meter.contract_id = link.contract_id and meter.link_id = link.id
        cross join lateral (
          select max(unit) as unit,
            sum(case when in_doubt and hour.hour < ${start} then quantity else accepted end * unit) as taken
          from marketplace_hour as hour
          where hour.contract_id = link.contract_id and hour.link_id = link.id) as told
      where link.contract_id = ${id} and meter.settled_at is null and link.from_hour < ${end}
        and (link.ended_at is not null or meter.next_hour < ${end}
          or exists (select from marketplace_hour as hour
            where hour.contract_id = link.contract_id and hour.link_id = link.id and hour.hour < ${end}
              and (hour.state = 'pending' or hour.state = 'failed' and not exists (select from marketplace_hour as later
                where later.contract_id = hour.contract_id and later.link_id = hour.link_id
                  and later.hour > hour.hour and later.state = 'reported')))
          or told.taken + told.unit <= (select coalesce(sum(used.amount), 0) from ${hoursOfDays(sql`${id}`)}
            where day <= ${lastDayOf(month)}::date and used.hour >= link.from_hour))) as doubt`.execute(db);
  return rows[0]?.doubt === true;
}
