import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '../../testing/test-postgres.ts';
import { openPatient } from './open-patient.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

it('what takes long is cut by no limit of the database', async () => {
  const names = 'statement_timeout lock_timeout idle_in_transaction_session_timeout idle_session_timeout'.split(' ');
  await postgres.script(`do $$ declare limited text; begin
    foreach limited in array array['${names.join("', '")}'] || array(select name from pg_settings where name = 'transaction_timeout')
    loop execute format('alter database %I set %I = %L', current_database(), limited, '1h'); end loop;
  end $$`);
  const client = await openPatient(postgres.ownerUrl);
  const { rows } = await client.query(
    `
    select name from pg_settings where name = any($1) and setting <> '0'`,
    [[...names, 'transaction_timeout']],
  );
  await client.end();
  expect(rows).toEqual([]);
});
