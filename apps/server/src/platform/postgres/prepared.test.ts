import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { opaque, prepared } from './prepared.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

it('a connection plans a marked statement once, for lists of any length', async () => {
  const lists = [['a'], ['b', 'c'], ...Array.from({ length: 20 }, () => ['d'])];
  await postgres.db.connection().execute(async (db) => {
    for (const list of lists) {
      const { rows } = await sql<{ each: string }>`
        ${prepared('test of lists')} select each from unnest(${opaque(sql`${list}::text[]`)}) as each`.execute(db);
      expect(rows.map(({ each }) => each)).toEqual(list);
    }
    const { rows } = await sql`
      select generic_plans > custom_plans as "isKept" from pg_prepared_statements where name = 'test of lists'`.execute(
      db,
    );
    expect(rows).toEqual([{ isKept: true }]);
  });
});

it('two statements of one name are refused', async () => {
  await postgres.db.connection().execute(async (db) => {
    await sql`${prepared('test of names')} select 1`.execute(db);
    await expect(sql`${prepared('test of names')} select 2`.execute(db)).rejects.toThrow('must be unique');
  });
});
