import type { Day } from '@usance/period/day';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { hoursOfDays } from '../../../metering/billing-day/open-months.ts';

/**
 * Returns the exact cost of past days, from which the cost of the next days is estimated. It leaves out usage that an
 * ended voucher still pays, and usage that a marketplace bills.
 */
export async function recentUsageCost(
  tx: Tx,
  contractId: string,
  { first, last, now }: { first: Day; last: Day; now: Date },
): Promise<string> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(used.amount), 0)::numeric(38, 12) as amount
    from ${hoursOfDays(contractId)} where day between ${first} and ${last}
      and not exists (select from voucher
        where voucher.contract_id = ${contractId} and start_at <= used.hour and end_at > used.hour
          and end_at <= ${now} and balance + lapsed > 0)
      and not exists (select from marketplace_link as link
        where link.contract_id = ${contractId} and from_hour <= used.hour and (ended_at is null or ended_at >= used.hour))`.execute(
    tx,
  );
  return rows[0]?.amount ?? '0';
}
