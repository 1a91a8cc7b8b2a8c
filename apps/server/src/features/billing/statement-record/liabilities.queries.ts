import { type Instant, instantOf } from '@usance/period/instant';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

export interface Liabilities {
  readonly due: string;
  readonly overdue: string;
}

/** A statement in dispute: what it asks for beyond the cash that is held for it, above 0. */
export interface Dispute {
  readonly contested: string;
  readonly since: Instant;
  /** When the dispute, or one before it, last hid that it was overdue. */
  readonly hiddenAt: Instant | undefined;
}

/** What nobody disputes and free cash does not cover. */
export interface Lateness {
  /** When the first statement that is neither paid, nor covered by free cash, nor in dispute is overdue, or was. */
  readonly overdueFrom: Instant | undefined;
  /** When a dispute that has ended last hid that one of these was overdue: it was moved to a later day, and nobody has paid it. */
  readonly hiddenAt: Instant | undefined;
}

/** What signed statements still ask for: a disputed one is neither due nor overdue until people have decided. */
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

/** The statements in dispute for which not all is held; a dispute moves their dates only when it ends. */
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

/** SQL: when the dispute of a statement, or one before it, last hid that it was overdue: what is kept when it ends. */
export const hiddenAtEnd = sql<Date | null>`case when overdue_from <= disputed_at then disputed_at else hidden_at end`;

/**
 * When the first statement is overdue, or was, that nobody disputes and that free cash does not cover, the oldest first, and
 * when disputes last hid that one of these was. What it covers is as good as paid: who has paid in time is not late because we
 * are late to take it. Nor is anybody late with less than a coin, which cash with a fraction leaves: it is shown as 0.00.
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

/** SQL: when a statement of the contract was last signed. */
export function lastSigned(contractId: string): RawBuilder<Date | null> {
  return sql`(select max(signed_at) from statement where contract_id = ${contractId})`;
}
