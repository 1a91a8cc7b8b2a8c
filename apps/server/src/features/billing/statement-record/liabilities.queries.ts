import { type Instant, instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

export interface Liabilities {
  readonly due: string;
  readonly overdue: string;
}

/** A statement in dispute with its amount beyond the held cash, above 0. */
export interface Dispute {
  readonly contested: string;
  readonly since: Instant;
  /** The last time that this or an earlier dispute hid that it was overdue. */
  readonly hiddenAt: Instant | undefined;
}

/** The undisputed debt that free cash does not cover. */
export interface Lateness {
  /** The first time at which an unpaid, undisputed statement without covering cash is overdue, past or future. */
  readonly overdueFrom: Instant | undefined;
  /**
   * The last time that an ended dispute hid that one of these was overdue. It moved the due day, but the statement is
   * still unpaid.
   */
  readonly hiddenAt: Instant | undefined;
}

/** Returns the debts of signed statements; a disputed one is neither due nor overdue until it is decided. */
export async function liabilitiesOf(db: DbOrTx, contractId: string, now: Date): Promise<Liabilities> {
  const overdue = sql<boolean>`confirm_state <> 'manualProcessing' and overdue_from <= ${now}`;
  return db
    .selectFrom('statement')
    .select([
      sql<string>`coalesce(sum(undeducted) filter (where confirm_state <> 'manualProcessing' and overdue_from > ${now}), 0)::numeric(38, 8)`.as(
        'due',
      ),
      sql<string>`coalesce(sum(undeducted) filter (where ${overdue}), 0)::numeric(38, 8)`.as('overdue'),
    ])
    .where('contract_id', '=', contractId)
    .where('undeducted', '>', '0')
    .executeTakeFirstOrThrow();
}

/** Returns the statements in dispute that are not fully held; a dispute moves their dates only when it ends. */
export async function disputesOf(db: DbOrTx, contractId: string): Promise<Dispute[]> {
  const { rows } = await sql<{ contested: string; since: Date; hiddenAt: Date | null }>`
    select undeducted - frozen as contested, disputed_at as since, ${hiddenAtEnd} as "hiddenAt"
    from statement
    where contract_id = ${contractId} and confirm_state = 'manualProcessing' and undeducted > frozen
    order by month`.execute(db);
  return rows.map(({ contested, since, hiddenAt }) => ({
    contested,
    since: instantOf(since),
    hiddenAt: hiddenAt ? instantOf(hiddenAt) : undefined,
  }));
}

/**
 * SQL: the last time that this or an earlier dispute hid that the statement was overdue, stored when the dispute
 * ends.
 */
export const hiddenAtEnd = sql<Date | null>`case when overdue_from <= disputed_at then disputed_at else hidden_at end`;

/**
 * Returns when the first undisputed statement is overdue that free cash does not cover, and when disputes last hid
 * one. Cash covers the oldest first and counts as paid, since we may deduct late. Less than half a cent, a rest of
 * fractional cash, is not late either: it shows as 0.00.
 */
export async function lateness(db: DbOrTx, contractId: string, cash: string): Promise<Lateness> {
  const { rows } = await sql<{ overdueFrom: Date | null; hiddenAt: Date | null }>`
    select min(overdue_from) as "overdueFrom", max(hidden_at) as "hiddenAt" from (
      select overdue_from, hidden_at, undeducted, sum(undeducted) over (order by month) as asked from statement
      where contract_id = ${contractId} and undeducted > 0 and confirm_state <> 'manualProcessing'
    ) as unpaid where least(undeducted, asked - ${cash}::numeric) >= 0.005`.execute(db);
  const [row] = rows;
  return {
    overdueFrom: row?.overdueFrom ? instantOf(row.overdueFrom) : undefined,
    hiddenAt: row?.hiddenAt ? instantOf(row.hiddenAt) : undefined,
  };
}

/** SQL: the last signing of a statement of the contract. */
export function lastSigned(contractId: string): RawBuilder<Date | null> {
  return sql`(select max(signed_at) from statement where contract_id = ${contractId})`;
}
