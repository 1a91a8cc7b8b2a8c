import type { Day } from '@usance/period/day';
import { sql } from 'kysely';
import type { Deps } from '../../../platform/context.ts';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { clearDirtyDays, type DirtyDay } from '../billing-day/dirty-days.ts';
import type { RatedDay } from './rate-days.ts';
import { refuseSignedMonths } from './refuse-signed-months.ts';
import '../../billing/purchase/purchase.table.ts';

type Replacement = {
  /** All days that were rated, also those in which nothing was used. */
  days: readonly Day[];
  rated: readonly RatedDay[];
  marked: readonly DirtyDay[];
};

/**
 * Makes runs count instead of those before them, all in one transaction. A run whose number is below the one that
 * counts was overtaken by a calculation that has read no less than it, and changes nothing.
 */
export async function replaceRatedDays(
  ctx: Pick<Deps, 'db' | 'clock'>,
  contractId: string,
  { days, rated, marked }: Replacement,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockContract(tx, contractId);
    await refuseSignedMonths(tx, contractId, days);
    if (rated.length > 0) {
      await tx
        .insertInto('rated_day')
        .values(
          rated.map(({ day, runNo, rows, amount, through }) => ({
            contract_id: contractId,
            day,
            run_no: String(runNo),
            rows: String(rows),
            amount,
            rated_through: new Date(through),
            rated_at: ctx.clock.now(),
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['contract_id', 'day'])
            .doUpdateSet({
              run_no: sql`excluded.run_no`,
              rows: sql`excluded.rows`,
              amount: sql`excluded.amount`,
              rated_through: sql`excluded.rated_through`,
              rated_at: sql`excluded.rated_at`,
            })
            .whereRef('rated_day.run_no', '<', sql.ref('excluded.run_no')),
        )
        .execute();
    }
    await clearDirtyDays(tx, marked);
  });
}

function inTransaction<T>(db: DbOrTx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}
