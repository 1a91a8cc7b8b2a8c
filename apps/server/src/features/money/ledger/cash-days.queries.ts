import type { Currency } from '@usance/money/currency';
import type { Day } from '@usance/period/day';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** Free plus held cash, and held cash alone. Decimal strings with 8 places. */
export interface CashDay {
  readonly day: string;
  readonly bank: string;
  readonly frozen: string;
}

interface CashDays {
  readonly contractId: string;
  /** It decides the zone of the days. */
  readonly currency: Currency;
  readonly first: Day;
  readonly last: Day;
}

/**
 * Returns a contract's cash at the end of each day. The last day has all movements so far, so that it agrees with the
 * balance even if a clock ran ahead.
 */
export async function cashAtDays(
  db: DbOrTx,
  { contractId, currency, first, last }: CashDays,
): Promise<readonly CashDay[]> {
  const { rows } = await sql<CashDay>`
    with moved as (
      select least(greatest((posting.at at time zone billing_zone(${currency}))::date, ${first}::date), ${last}::date) as day,
        sum(entry.amount) as bank, sum(entry.amount) filter (where entry.account = 'frozen') as frozen
      from posting join entry on entry.contract_id = posting.contract_id and entry.posting_id = posting.id
      where posting.contract_id = ${contractId} and entry.account in ('cash', 'frozen')
      group by 1)
    select to_char(each, 'YYYY-MM-DD') as day,
      coalesce(sum(bank) over by_day, 0)::numeric(38, 8) as bank, coalesce(sum(frozen) over by_day, 0)::numeric(38, 8) as frozen
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as each left join moved on moved.day = each
    window by_day as (order by each)
    order by each`.execute(db);
  return rows;
}
