import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { openPatient } from './open-patient.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

it('no limit of the database cuts off a long statement', async () => {
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

// Roles belong to the whole server, which other test files use at the same time.
const keeper = 'keeper_of_patient_test';

it('a read fails rather than miss rows that a policy hides even from their owner', async () => {
  await postgres.script(`create role ${keeper} login password 'secret'; create table hidden (it int);
    insert into hidden values (1); alter table hidden owner to ${keeper}, enable row level security, force row level security`);
  const url = new URL(postgres.ownerUrl);
  [url.username, url.password] = [keeper, 'secret'];
  const client = await openPatient(url.href);
  const reading = client.query('copy hidden to stdout');
  await expect(reading.finally(() => client.end())).rejects.toThrow('row-level security policy');
  await postgres.script(`drop owned by ${keeper}; drop role ${keeper}`);
});
