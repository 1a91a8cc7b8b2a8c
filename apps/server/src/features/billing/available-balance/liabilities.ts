import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';

export interface Liabilities {
  readonly due: string;
  readonly overdue: string;
  /** What statements in dispute ask for beyond the cash that is held for them. */
  readonly disputed: string;
  /** When the oldest unpaid statement became overdue. */
  readonly overdueSince: Date | null;
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
      sql<Date | null>`min(overdue_from) filter (where ${overdue})`.as('overdueSince'),
    ])
    .where('contract_id', '=', contractId)
    .where('undeducted', '>', '0')
    .executeTakeFirstOrThrow();
}
