import { sql } from 'kysely';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';

export interface Liabilities {
  readonly due: string;
  readonly overdue: string;
  /** What statements in dispute ask for beyond the cash that is held for them. */
  readonly disputed: string;
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
      sql<string>`coalesce(sum(undeducted - frozen) filter (where confirm_state = 'manualProcessing'), 0)::numeric(38, 8)`.as(
        'disputed',
      ),
    ])
    .where('contract_id', '=', contractId)
    .where('undeducted', '>', '0')
    .executeTakeFirstOrThrow();
}

/**
 * When the first statement is overdue, or was, that nobody disputes and that free cash does not cover, the oldest first. What
 * it covers is as good as paid: who has paid in time is not late because we are late to take it.
 */
export async function overdueFromOf(db: DbOrTx, contractId: string, cash: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(overdue_from) as at from (
      select overdue_from, sum(undeducted) over (order by month) as asked from statement
      where contract_id = ${contractId} and undeducted > 0 and confirm_state <> 'manualProcessing'
    ) as unpaid where asked > ${cash}::numeric`.execute(db);
  return rows[0]?.at ?? undefined;
}
