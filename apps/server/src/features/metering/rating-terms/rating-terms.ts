import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import type { Database, Db, DbOrTx, Tx } from '../../../platform/postgres/database.ts';

/**
 * The one place that knows which runs can have read the terms that hold now: prices with their discounts, and the words
 * of SKUs. A change of terms, a run that begins and a run that comes to count see each other here, whoever comes first.
 */

/**
 * Whoever changes terms does this before the first of them: until the transaction ends no run begins, and while prices change none comes to
 * count and no month is signed.
 */
export async function changeTerms(tx: Tx, kind: Database['rating_terms']['kind']): Promise<void> {
  await tx
    .updateTable('rating_terms')
    .set({ changed_run: sql<string>`nextval('purchase_run_no')` })
    .where('kind', '=', kind)
    .execute();
}

/** Prices stay as they are until the transaction ends; answers the number below which runs may not have read them. */
export async function holdPrices(tx: Tx): Promise<bigint> {
  const held = tx.selectFrom('rating_terms').select('changed_run').where('kind', '=', 'prices').forShare();
  return BigInt((await held.executeTakeFirstOrThrow()).changed_run);
}

/** Numbers for runs that are about to begin: they read all terms that were changed under a lower one. */
export async function drawRuns(db: Db, count: number): Promise<bigint[]> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('rating_terms').select('kind').orderBy('kind').forShare().execute();
    const { rows } = await sql<{ no: string }>`
      select nextval('purchase_run_no') as no from generate_series(1, ${count}::int)`.execute(tx);
    return rows.map(({ no }) => BigInt(no));
  });
}

/** The days from `first` to `last` that count with a run that may have read other terms than hold now. */
export async function daysOfOldTerms(db: DbOrTx, contractId: string, first: Day, last: Day): Promise<Day[]> {
  const rows = await db
    .selectFrom('rated_day')
    .select('day')
    .where('contract_id', '=', contractId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('run_no', '<', ({ selectFrom }) =>
      selectFrom('rating_terms').select(({ fn }) => fn.max('changed_run').as('last')),
    )
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => parseDay(day));
}
