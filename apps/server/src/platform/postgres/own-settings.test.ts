import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { openPatient } from './open-patient.ts';
import { openPostgres, type Postgres } from './open-postgres.ts';

let server: TestPostgres;
let postgres: Postgres;
beforeAll(async () => {
  server = await openTestPostgres();
  await server.script(`do $$ begin
    execute format('alter database %I set datestyle = ''SQL, DMY''', current_database());
    execute format('alter database %I set default_transaction_isolation = ''repeatable read''', current_database());
  end $$`);
  postgres = await openPostgres(server.ownerUrl);
});
afterAll(async () => {
  await postgres.close();
  await server.close();
});

describe('a database with other settings', () => {
  it('returns instants unchanged', async () => {
    const { rows } = await sql`select timestamptz '2026-10-02 10:00:00Z' as at`.execute(postgres.db);
    expect(rows).toEqual([{ at: new Date('2026-10-02T10:00:00Z') }]);
  });

  it('writes instants into a backup in a format that every database reads alike', async () => {
    const client = await openPatient(server.ownerUrl);
    const { rows } = await client.query(`select (timestamptz '2026-10-02 10:00:00Z')::text as at`);
    await client.end();
    expect(rows).toEqual([{ at: expect.stringMatching(/^2026-10-02 /) }]);
  });

  it('shows a transaction the commits made while it waited for a lock', async () => {
    await postgres.script('create table counted (it int)');
    const seen = await postgres.db.transaction().execute(async (tx) => {
      await sql`select from counted`.execute(tx);
      await postgres.script('insert into counted values (1)');
      return (await sql`select from counted`.execute(tx)).rows.length;
    });
    expect(seen).toBe(1);
  });
});

describe('a database with settings that change the meaning of SQL', () => {
  const setting = (name: string, value: string) =>
    server.script(`do $$ begin execute format('alter database %I set ${name} = ${value}', current_database()); end $$`);
  const asked = async (text: string) => {
    const another = await openPostgres(server.ownerUrl);
    return (await sql.raw(text).execute(another.db).finally(another.close)).rows;
  };

  it('names tables without quotes, as guards and backups expect', async () => {
    await setting('quote_all_identifiers', 'on');
    expect(await asked(`select 'contract'::regclass::text as name`)).toEqual([{ name: 'contract' }]);
  });

  it('takes a backslash in a text literally, as the check of months needs', async () => {
    await setting('standard_conforming_strings', 'off');
    expect(await asked(String.raw`select '2026-10' ~ '^\d{4}-\d\d$' as "isMonth"`)).toEqual([{ isMonth: true }]);
  });

  it('reads NULL in a list as null', async () => {
    await setting('array_nulls', 'off');
    expect(await asked(`select ('{NULL}'::text[])[1] as it`)).toEqual([{ it: null }]);
  });
});
