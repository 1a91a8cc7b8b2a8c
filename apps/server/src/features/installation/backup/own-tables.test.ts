import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedTables } from '#testing/migrated-tables.ts';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { ownSequences, ownTables } from './own-tables.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

it('a backup holds every table of the migrations and the state of every sequence', async () => {
  expect(ownTables).toEqual([...(await migratedTables(postgres.db)).keys()]);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`.execute(
    postgres.db,
  );
  expect(Object.keys(ownSequences)).toEqual(rows.map(({ name }) => name));
});

it('every column with numbers of a sequence is checked against it', async () => {
  const { rows } = await sql<{ name: string; at: string[] }>`
    select pg_class.relname as name, array[refobjid::regclass::text, attname::text] as at
    from pg_class join pg_depend on objid = pg_class.oid and deptype in ('a', 'i') and refobjsubid > 0
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where pg_class.relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(postgres.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { name, at } of rows) expect(ownSequences[name]).toContainEqual(at);
});
