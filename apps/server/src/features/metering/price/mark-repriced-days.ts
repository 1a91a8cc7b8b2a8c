import type { Currency } from '@usance/money/currency';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/database.ts';

/** A change of what usage costs from an instant on: for one contract, or (null) for all of the currency. */
export interface Repricing {
  readonly contractId: string | null;
  readonly currency: Currency;
  readonly from: Date;
}

/**
 * Marks the days with usage that a change of price or discount reaches, so that they are rated again soon and no
 * screen keeps what the old price came to. Signed months stay as they are.
 */
export async function markRepricedDays(tx: Tx, { contractId, currency, from }: Repricing): Promise<void> {
  const firstDay = dayOf(instantOfEpochMs(from.getTime()), billingZoneOf(currency));
  // A day that is marked already may be in the hands of a run that has read the old prices: its mark is drawn anew.
  await sql`
    insert into usage_dirty_day (contract_id, day)
    select metered.contract_id, metered.day
    from (select contract_id, day from rated_day union select contract_id, day from usage_dirty_day) as metered
    join contract on contract.id = metered.contract_id
    where metered.day >= ${firstDay}::date
      and contract.currency = ${currency}
      and (${contractId}::text is null or contract.id = ${contractId})
      and not exists (
        select 1 from statement
        where statement.contract_id = contract.id and statement.month = to_char(metered.day, 'YYYY-MM'))
    order by metered.contract_id, metered.day
    on conflict (contract_id, day) do update set version = nextval('usage_mark')`.execute(tx);
}
