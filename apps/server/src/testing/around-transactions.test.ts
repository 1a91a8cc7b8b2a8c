import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Postgres } from '../platform/postgres/open-postgres.ts';
import { openTestPostgres } from './test-postgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

it('a test fails whose code reads around its transaction, and no other', async () => {
  const { db } = postgres;
  const around = db.transaction().execute(async () => db.selectFrom('contract').selectAll().execute());
  await expect(around).rejects.toThrow('there is only tx');
  const nested = db.transaction().execute(async () => db.transaction().execute(async () => 1));
  await expect(nested).rejects.toThrow('there is only tx');
  const inside = db.transaction().execute(async (tx) => sql`select 1`.execute(tx));
  const [{ rows }] = await Promise.all([inside, sql`select 2`.execute(db)]);
  expect(rows).toHaveLength(1);
});
