import { type Decimal, formatDecimal, isNegative, subtract, sum } from '@usance/money/decimal';
import type { Day } from '@usance/period/day';
import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { inOpenMonth } from '../closed-month/closed-month.ts';
import { openMonths } from './open-months.ts';

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
export async function putRatedDays(
  tx: Tx,
  contract: LockedContract,
  rated: readonly RatedDay[],
  now: Date,
): Promise<void> {
  if (rated.length === 0) return;
  const ordered = rated.toSorted((left, right) => (left.day < right.day ? -1 : 1));
  const rows = ordered.map(({ day, runNo, rows: count, quantity, amount, through, hours, carried }) => ({
    contract_id: contract.id,
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

/** The rated amount of open months that no marketplace bills; negative if corrections outweigh usage. */
export interface Unbilled {
  /** With 12 decimal places. */
  readonly exact: string;
  /** The sum of the open months, each rounded to 2 places as its statement will be. */
  readonly inCoins: string;
  /** The amount of the same months that a marketplace bills; only if the contract has or had a link. */
  readonly metered?: string;
}

export async function unbilledOf(db: DbOrTx, contractId: string): Promise<Unbilled> {
  const { isLinked, ...all } = await db
    .selectFrom((from) =>
      from
        .selectFrom('rated_day')
        .select((eb) => eb.fn.sum<string>('amount').as('amount'))
        .where('contract_id', '=', contractId)
        .where(inOpenMonth('rated_day'))
        .groupBy(sql`date_trunc('month', day::timestamp)`)
        .as('open_month'),
    )
    .select([
      sql<string>`coalesce(sum(amount), 0)::numeric(38, 12)`.as('exact'),
      sql<string>`coalesce(sum(round(amount, 2)), 0)::numeric(38, 2)`.as('inCoins'),
      sql<boolean>`exists (select from marketplace_link where contract_id = ${contractId})`.as('isLinked'),
    ])
    .executeTakeFirstOrThrow();
  if (!isLinked) return all;
  const months = await openMonths(db, contractId);
  const exact = sum(months.map((month) => month.exact));
  // Negative if the marketplace rejected usage of a signed month: that usage is unbilled now, and the marketplace bills
  // nothing less for it.
  const metered = subtract(all.exact, exact);
  return {
    exact: formatDecimal(exact, 12),
    metered: formatDecimal(isNegative(metered) ? '0' : metered, 12),
    inCoins: formatDecimal(sum(months.map(({ amount }) => amount)), 2),
  };
}

/** The end of the latest rated usage; undefined if none is rated. */
export async function usageThrough(db: DbOrTx, contractId: string): Promise<Instant | undefined> {
  const { through } = await db
    .selectFrom('rated_day')
    .select((eb) => eb.fn.max('rated_through').as('through'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  return through === null ? undefined : instantOf(through);
}
