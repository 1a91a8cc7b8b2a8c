import { type Decimal, formatDecimal, isNegative, subtract, sum } from '@usance/money/decimal';
import type { Day } from '@usance/period/day';
import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { inOpenMonth } from '../closed-month/closed-month.ts';
import { openMonths } from './open-months.ts';

/** A finished run of one day with usage: what its rows add up to, exactly, and where their usage ends. */
export type RatedDay = {
  day: Day;
  runNo: bigint;
  rows: bigint;
  quantity: string;
  amount: string;
  through: Instant;
  /** What its hours come to, the earliest first; all together its amount. */
  hours: readonly { readonly hour: Instant; readonly amount: string }[];
  /** Where tiers may hold. */
  carried?: CarriedDay;
};
/** What the month had come to before a day and what the day adds, at item prices, and how many rows its usages were cut into. */
type CarriedDay = { carriedIn: Decimal; beforeTiers: Decimal; slices: bigint };

/** Makes runs count instead of those before them, of which each has a lower number. */
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

/** What is rated in months that are open and no marketplace bills; negative after corrections. */
export interface Unbilled {
  /** The sum, with 12 places. */
  readonly exact: string;
  /** What their statements will ask for, all together: each month is rounded to the coin by itself. */
  readonly inCoins: string;
  /** The sum of what a marketplace bills of the same months, where one is or was linked. */
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
  // What a marketplace never took of a signed month is unbilled now, and takes nothing from what it bills.
  const metered = subtract(all.exact, exact);
  return {
    exact: formatDecimal(exact, 12),
    metered: formatDecimal(isNegative(metered) ? '0' : metered, 12),
    inCoins: formatDecimal(sum(months.map(({ amount }) => amount)), 2),
  };
}

/** The end of the latest usage that is rated; undefined before the first. */
export async function usageThrough(db: DbOrTx, contractId: string): Promise<Instant | undefined> {
  const { through } = await db
    .selectFrom('rated_day')
    .select((eb) => eb.fn.max('rated_through').as('through'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  return through === null ? undefined : instantOf(through);
}
