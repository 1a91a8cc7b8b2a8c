import { type Decimal, decimalOf } from '@usance/money/decimal';
import { type BillingMonth, firstDayOf, lastDayOf, parseBillingMonth } from '@usance/period/billing-month';
import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/**
 * Tiers apply to the month's amount at item prices. Each rated day stores the amount before it and the amount it adds;
 * the database refuses to commit days that do not add up.
 */

/** The exact amount that the rated days of the month add before `day`. */
export async function carriedInto(db: DbOrTx, contractId: string, day: Day): Promise<Decimal> {
  const { amount } = await db
    .selectFrom('rated_day')
    .select(sql<string>`coalesce(sum(before_tiers), 0)`.as('amount'))
    .where('contract_id', '=', contractId)
    .where('day', '>=', firstDayOf(monthOf(day)))
    .where('day', '<', day)
    .executeTakeFirstOrThrow();
  return decimalOf(amount);
}

/** The months in which at least one rated day stores a carried amount, even if no tiers hold by now. */
export async function carriedMonths(
  db: DbOrTx,
  contractId: string,
  months: readonly BillingMonth[],
): Promise<BillingMonth[]> {
  const rows = await db
    .selectFrom('rated_day')
    .select(sql<string>`to_char(day, 'YYYY-MM')`.as('month'))
    .distinct()
    .where('contract_id', '=', contractId)
    .where((eb) =>
      eb.or(months.map((month) => eb.and([eb('day', '>=', firstDayOf(month)), eb('day', '<=', lastDayOf(month))]))),
    )
    .where('carried_in', 'is not', null)
    .execute();
  return rows.map(({ month }) => parseBillingMonth(month));
}

/** Returns the contracts that store carried amounts in a month. */
export async function carriedContracts(
  db: DbOrTx,
  contractIds: readonly string[],
  month: BillingMonth,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('rated_day')
    .select('contract_id')
    .distinct()
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`)
    .where('day', '>=', firstDayOf(month))
    .where('day', '<=', lastDayOf(month))
    .where('carried_in', 'is not', null)
    .execute();
  return new Set(rows.map(({ contract_id }) => contract_id));
}

/** The month's first rated day before `before` that stores no amounts, because it was rated without tiers. */
export async function firstUncarried(db: DbOrTx, contractId: string, before: Day): Promise<Day | undefined> {
  const row = await db
    .selectFrom('rated_day')
    .select('day')
    .where('contract_id', '=', contractId)
    .where('day', '>=', firstDayOf(monthOf(before)))
    .where('day', '<', before)
    .where('before_tiers', 'is', null)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row && parseDay(row.day);
}

export function monthOf(day: Day): BillingMonth {
  return parseBillingMonth(day.slice(0, 7));
}

/** A rated day whose stored carried amount differs from the amount of the days before it. */
export interface BrokenDay {
  readonly contractId: string;
  readonly day: Day;
  readonly carriedIn: string;
  /** Null if an earlier day of the month stores no amount. */
  readonly before: string | null;
}

/** Finds the broken days of one contract's month, or of all contracts. The database should prevent any. */
export async function brokenDays(
  db: DbOrTx,
  of?: { readonly contractId: string; readonly month: BillingMonth },
): Promise<BrokenDay[]> {
  const asked =
    of === undefined
      ? sql`true`
      : sql`contract_id = ${of.contractId} and day between ${firstDayOf(of.month)} and ${lastDayOf(of.month)}`;
  const { rows } = await sql<{ contract_id: string; day: string; carried_in: string; before: string | null }>`
    select contract_id, day, carried_in, before from (
      select contract_id, day, carried_in,
        case when bool_or(before_tiers is null) over so_far then null else coalesce(sum(before_tiers) over so_far, 0) end as before
      from rated_day where ${asked}
      window so_far as (partition by contract_id, date_trunc('month', day) order by day
        rows between unbounded preceding and 1 preceding)
    ) chain
    where carried_in is not null and carried_in is distinct from before
    order by contract_id, day`.execute(db);
  return rows.map(({ contract_id, day, carried_in, before }) => {
    return { contractId: contract_id, day: parseDay(day), carriedIn: carried_in, before };
  });
}

/** Undefined if the day was rated without tiers. */
export async function keptCarriedIn(db: DbOrTx, contractId: string, day: Day): Promise<Decimal | undefined> {
  const row = await db
    .selectFrom('rated_day')
    .select('carried_in')
    .where('contract_id', '=', contractId)
    .where('day', '=', day)
    .executeTakeFirst();
  const kept = row?.carried_in;
  return kept === null || kept === undefined ? undefined : decimalOf(kept);
}
