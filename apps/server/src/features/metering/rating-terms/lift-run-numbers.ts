import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { Deps } from '#platform/context/context.ts';
import { liftSequence } from '#platform/postgres/lift-sequence.ts';

/** From now on runs get numbers above all that the usage database knows, whatever PostgreSQL remembers of them. */
export async function liftRunNumbers({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<void> {
  const rows = await clickhouse.query<{ last: string }>('SELECT max(run_no) AS last FROM purchase');
  await liftSequence(db, 'purchase_run_no', BigInt(onlyRow(rows).last));
}
