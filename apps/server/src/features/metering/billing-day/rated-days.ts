import { type Decimal, formatDecimal } from '@usance/money/decimal';
import type { Day } from '@usance/period/day';
import type { Instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';

/** A finished run of one day with usage: the exact totals of its rows, and the end of its last usage. */
export type RatedDay = {
  day: Day;
  runNo: bigint;
  rows: bigint;
  quantity: string;
  amount: string;
  through: Instant;
  /** The amount of each hour, in ascending order; they add up to `amount`. */
  hours: readonly { readonly hour: Instant; readonly amount: string }[];
  /** Only if tiers may hold in the month. */
  carried?: CarriedDay;
};
/**
 * The month's amount before the day and the amount that the day adds, both at item prices, and the number of rows after
 * tiers cut them.
 */
type CarriedDay = { carriedIn: Decimal; beforeTiers: Decimal; slices: bigint };

/** Makes the given runs the live ones of their days. A run with a lower number never replaces a higher one. */
export function putRatedDays(tx: Tx, contract: LockedContract, rated: readonly RatedDay[], now: Date): Promise<void> {
  return putDaysOfContracts(tx, [{ contract, rated }], now);
}

/** Like `putRatedDays`, for several contracts in one statement. */
export async function putDaysOfContracts(
  tx: Tx,
  contracts: readonly { readonly contract: LockedContract; readonly rated: readonly RatedDay[] }[],
  now: Date,
): Promise<void> {
  const all = contracts.flatMap(({ contract, rated }) => rated.map((day) => ({ ...day, contractId: contract.id })));
  if (all.length === 0) return;
  const placeOf = ({ contractId, day }: { contractId: string; day: Day }) => `${contractId} ${day}`;
  const ordered = all.toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
  const rows = ordered.map(({ contractId, day, runNo, rows: count, quantity, amount, through, hours, carried }) => ({
    contract_id: contractId,
    day,
    run_no: String(runNo),
    rows: String(count),
    quantity,
    amount,
    rated_through: new Date(through),
    rated_at: now,
    carried_in: carried ? formatDecimal(carried.carriedIn) : null,
    before_tiers: carried ? formatDecimal(carried.beforeTiers) : null,
    slices: carried ? String(carried.slices) : null,
    hour_starts: hours.map(({ hour }) => new Date(hour)),
    hour_amounts: hours.map((each) => each.amount),
  }));
  await tx
    .insertInto('rated_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['contract_id', 'day'])
        .doUpdateSet({
          run_no: sql`excluded.run_no`,
          rows: sql`excluded.rows`,
          quantity: sql`excluded.quantity`,
          amount: sql`excluded.amount`,
          rated_through: sql`excluded.rated_through`,
          rated_at: sql`excluded.rated_at`,
          carried_in: sql`excluded.carried_in`,
          before_tiers: sql`excluded.before_tiers`,
          slices: sql`excluded.slices`,
          hour_starts: sql`excluded.hour_starts`,
          hour_amounts: sql`excluded.hour_amounts`,
        })
        .whereRef('rated_day.run_no', '<', sql.ref('excluded.run_no')),
    )
    .execute();
}
