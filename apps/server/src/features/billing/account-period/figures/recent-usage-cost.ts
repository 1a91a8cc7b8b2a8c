import { type RawBuilder, sql } from 'kysely';
import { hoursOfDays } from '../../../metering/billing-day/open-months.ts';

interface Days {
  readonly first: RawBuilder<unknown>;
  readonly last: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
}

/**
 * SQL: the exact cost of past days, from which the cost of the next days is estimated. It leaves out usage that an
 * ended voucher still pays, and usage that a marketplace bills.
 */
export function recentUsageCost(contractId: RawBuilder<unknown>, { first, last, now }: Days): RawBuilder<string> {
  return sql`(
    select coalesce(sum(used.amount), 0)::numeric(38, 12)
    from ${hoursOfDays(contractId)} where day between ${first} and ${last}
      and not exists (select from voucher
        where voucher.contract_id = ${contractId} and start_at <= used.hour and end_at > used.hour
          and end_at <= ${now} and balance + lapsed > 0)
      and not exists (select from marketplace_link as link
        where link.contract_id = ${contractId} and from_hour <= used.hour and (ended_at is null or ended_at >= used.hour)))`;
}
