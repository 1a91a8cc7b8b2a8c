import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredTables, tablesIn } from '#testing/declared-tables.ts';
import { differences, migratedTables } from '#testing/migrated-tables.ts';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { openPostgres, type Postgres } from './open-postgres.ts';

let postgres: TestPostgres;
let owner: Postgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
  owner = await openPostgres(postgres.ownerUrl);
});
afterAll(async () => {
  await owner.close();
  await postgres.close();
});

/** The differences after the statement; its changes are rolled back. */
async function differencesAfter(statement: string): Promise<string[]> {
  const tx = await owner.db.startTransaction().execute();
  await sql.raw(statement).execute(tx);
  const found = differences(declaredTables(), await migratedTables(tx));
  await tx.rollback().execute();
  return found;
}

describe('the types of the tables', () => {
  it('match the migrated schema in tables, columns, types and nulls', async () => {
    expect(differences(declaredTables(), await migratedTables(postgres.db))).toEqual([]);
  });

  it.each([
    ['alter table contract add nickname text', 'contract.nickname is in the database and in no type'],
    ['alter table contract drop tags', 'contract.tags is declared and not in the database'],
    ['alter table contract alter creator set not null', 'contract.creator is never null'],
    ['alter table contract alter tags drop not null', 'contract.tags may be null and is declared never to'],
    ['alter table contract alter tags type integer using 1', 'contract.tags is integer and declared as text'],
    ['create table forgotten (id text)', 'forgotten is in the database and declared nowhere'],
    ['drop table message_outbox', 'message_outbox is declared and not in the database'],
    ['alter table statement alter frozen drop default', 'statement.frozen has no default to be left out for'],
    [
      'alter table statement alter undeducted drop expression',
      'statement.undeducted is declared as generated and is not',
    ],
  ])('no longer pass after: %s', async (statement, difference) => {
    expect(await differencesAfter(statement)).toContain(difference);
  });

  it('are read through wrapper types', () => {
    const text = `declare module './database.ts' {
      interface Database {
        t: { a: Generated<Date | null>; b: JSONColumnType<Traits, string>; c: Readonly<string[]>; d: T['kind'] | null };
      }
    }`;
    expect(tablesIn('t.ts', text).map(([table, columns]) => [table, Object.fromEntries(columns)])).toEqual([
      [
        't',
        {
          a: { kind: 'instant', nullable: true, written: 'maybe' },
          b: { kind: 'json', nullable: false, written: 'always' },
          c: { kind: 'list', nullable: false, written: 'always' },
          d: { kind: 'named', nullable: true, written: 'always' },
        },
      ],
    ]);
  });
});
