import { sql } from 'kysely';
import type { TestApp } from '#testing/test-app.ts';

/** Stores a day as acknowledged and rated at `amount`, without any rows in the usage database. */
export async function dayRated(
  app: Pick<TestApp, 'deps'>,
  { contractId, day, amount, rows = 1 }: { contractId: string; day: string; amount: string; rows?: number },
): Promise<void> {
  const { db } = app.deps;
  await sql`insert into usage_day (contract_id, day, rows, quantity) values (${contractId}, ${day}, ${rows}, 1)`.execute(
    db,
  );
  await sql`insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at)
    values (${contractId}, ${day}, nextval('purchase_run_no'), ${rows}, 1, ${amount}, ${new Date(`${day}T10:00:00Z`)},
            now())`.execute(db);
}
