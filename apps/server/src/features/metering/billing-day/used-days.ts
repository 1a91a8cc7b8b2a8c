import { formatDecimal, sum } from '@usance/money/decimal';
import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';

/** One usage record's share of what a billing day holds: its quantity counts, whatever it is a quantity of. */
export interface UsedHour {
  readonly contractId: string;
  readonly day: Day;
  readonly quantity: string;
}

/** What a billing day of a contract holds: how many records, and their quantities' exact sum over all SKUs. */
export interface UsedDay extends UsedHour {
  readonly rows: bigint;
}

/** What records come to by contract and day, in no order: who writes days takes them by contract and date, whatever it is given. */
export function usedDaysOf(usage: readonly UsedHour[]): UsedDay[] {
  const byDay = Map.groupBy(usage, ({ contractId, day }) => `${contractId} ${day}`);
  return [...byDay.values()].flatMap((records) => {
    const [first] = records;
    if (!first) return [];
    const quantity = formatDecimal(sum(records.map((record) => record.quantity)));
    return [{ contractId: first.contractId, day: first.day, rows: BigInt(records.length), quantity }];
  });
}

/** Adds to what is known to be acknowledged; whoever acknowledges usage does this in the same transaction. */
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

/** What was acknowledged for the days of a contract, from `first` to `last`, in order of day; none without usage. */
export async function usedDays(db: DbOrTx, contractId: string, first: string, last: string): Promise<UsedDay[]> {
  const rows = await db
    .selectFrom('usage_day')
    .select(['day', 'rows', 'quantity'])
    .where('contract_id', '=', contractId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute();
  return rows.map(({ day, rows: count, quantity }) => ({
    contractId,
    day: parseDay(day),
    rows: BigInt(count),
    quantity,
  }));
}
