import type { Day } from '@usance/period/day';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { hoursOfDays } from '../../../metering/billing-day/open-months.ts';

/**
 * What the usage of some days came to that tells what days ahead will cost: exact. Hours in the window of a voucher that has
 * ended with something left are paid, and nothing of them is asked of anybody.
 */
export async function usedLately(
  tx: Tx,
  contractId: string,
  { first, last, now }: { first: Day; last: Day; now: Date },
): Promise<string> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(used.amount), 0)::numeric(38, 12) as amount
    from ${hoursOfDays(contractId)} where day between ${first} and ${last}
      and not exists (select from voucher
        where voucher.contract_id = ${contractId} and start_at <= used.hour and end_at > used.hour
          and end_at <= ${now} and balance + lapsed > 0)`.execute(tx);
  return rows[0]?.amount ?? '0';
}
