import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { Deps } from '#platform/context/context.ts';
import { liftSequence } from '#platform/postgres/lift-sequence.ts';

/**
 * Raises the sequence of run numbers above all numbers in the usage database, for a PostgreSQL that was restored to an
 * earlier time.
 */
export async function liftRunNumbers({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<void> {
  const rows = await clickhouse.query<{ last: string }>('SELECT max(run_no) AS last FROM purchase');
  await liftSequence(db, 'purchase_run_no', BigInt(onlyRow(rows).last));
}
