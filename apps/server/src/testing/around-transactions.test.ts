import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { refusingInside } from './around-transactions.ts';
import { openTestPostgres } from './test-postgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

it('code that reads outside its transaction fails its test, and no other', async () => {
  const { db } = postgres;
  const around = db.transaction().execute(async () => db.selectFrom('contract').selectAll().execute());
  await expect(around).rejects.toThrow('was used inside a transaction: use tx');
  const nested = db.transaction().execute(async () => db.transaction().execute(async () => 1));
  await expect(nested).rejects.toThrow('was used inside a transaction: use tx');
  const inside = db.transaction().execute(async (tx) => sql`select 1`.execute(tx));
  const [{ rows }] = await Promise.all([inside, sql`select 2`.execute(db)]);
  expect(rows).toHaveLength(1);
});

it('code that waits for the usage database in a transaction fails its test, and no other', async () => {
  const clickhouse = refusingInside({ ping: async () => true } as ClickHouse);
  const around = postgres.db.transaction().execute(() => clickhouse.ping());
  await expect(around).rejects.toThrow('was used inside a transaction');
  expect(await clickhouse.ping()).toBe(true);
});
