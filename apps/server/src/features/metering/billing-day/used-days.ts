import { formatDecimal, sum } from '@usance/money/decimal';
import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';

/** The quantity that one usage record adds to a billing day, whatever its unit. */
export interface UsedHour {
  readonly contractId: string;
  readonly day: Day;
  readonly quantity: string;
}

/** The number of records on a contract's billing day, and the exact sum of their quantities over all SKUs. */
export interface UsedDay extends UsedHour {
  readonly rows: bigint;
}

/** Sums usage records by contract and day, in no particular order; the writers sort. */
export function usedDaysOf(usage: readonly UsedHour[]): UsedDay[] {
  const byDay = Map.groupBy(usage, ({ contractId, day }) => `${contractId} ${day}`);
  return [...byDay.values()].flatMap((records) => {
    const [first] = records;
    if (!first) return [];
    const quantity = formatDecimal(sum(records.map((record) => record.quantity)));
    return [{ contractId: first.contractId, day: first.day, rows: BigInt(records.length), quantity }];
  });
}

/** Adds to the acknowledged counts. Must run in the transaction that acknowledges the usage. */
export async function countUsedDays(tx: Tx, days: readonly UsedDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into usage_day (contract_id, day, rows, quantity)
    select contract_id, day, rows, quantity
    from unnest(${days.map(({ contractId }) => contractId)}::text[], ${days.map(({ day }) => day)}::date[],
      ${days.map(({ rows }) => String(rows))}::bigint[], ${days.map(({ quantity }) => quantity)}::numeric[])
      as given (contract_id, day, rows, quantity)
    order by contract_id, day
    on conflict (contract_id, day) do update
      set rows = usage_day.rows + excluded.rows, quantity = usage_day.quantity + excluded.quantity`.execute(tx);
}

/**
 * Returns the acknowledged counts from `first` to `last`, both included, ordered by day. Days without usage are left
 * out.
 */
export function usedDays(db: DbOrTx, contractId: string, first: string, last: string): Promise<UsedDay[]> {
  return usedDaysIn(db, [contractId], first, last);
}

/** Like `usedDays`, for several contracts. */
export async function usedDaysIn(
  db: DbOrTx,
  contractIds: readonly string[],
  first: string,
  last: string,
): Promise<UsedDay[]> {
  const rows = await db
    .selectFrom('usage_day')
    .select(['contract_id', 'day', 'rows', 'quantity'])
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('contract_id')
    .orderBy('day')
    .execute();
  return rows.map(({ contract_id: contractId, day, rows: count, quantity }) => ({
    contractId,
    day: parseDay(day),
    rows: BigInt(count),
    quantity,
  }));
}
