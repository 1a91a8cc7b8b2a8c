import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedTables } from './migrated-tables.ts';
import { openTestPostgres, type TestPostgres } from './test-postgres.ts';

/** The tables that may be emptied, with the reason. All others hold money, usage or promises. */
const mayBeEmptied = {
  app_grant: 'people authorize again',
  auth_job: 'people have another code sent',
  contract_sign_day: 'a number that comes again is refused',
  dead_run: 'the same runs are found again',
  internal_token: 'who has lost one is given another',
  known_device: 'people sign in again',
  marketplace_token: 'marketplaces are asked again',
  message_outbox: 'kept to be read where nobody carries them',
  passkey_challenge: 'people begin again',
  provider_refusal: 'only tells why a sign-on was refused',
  request_count: 'only slows down who asks too often',
  role_grant_count: 'only slows down who grants too often',
  role_told_count: 'only spares mailboxes',
  session: 'people sign in again',
  sign_in_address: 'only slows down who guesses',
  sign_in_failure: 'only slows down who guesses',
  sso_request: 'people begin again',
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
});
afterAll(() => postgres.close());

/**
 * True if the owner can truncate a table and all that references it, after a script has changed the database. Rolls
 * everything back.
 */
async function canBeEmptied(table: string, changed = ''): Promise<boolean> {
  try {
    await postgres.script(`begin; ${changed} truncate ${table} cascade; rollback`);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: '23001' });
    return false;
  }
}

it('even their owner can empty only these tables', async () => {
  const emptied: string[] = [];
  for (const table of (await migratedTables(postgres.db)).keys()) if (await canBeEmptied(table)) emptied.push(table);
  expect(emptied).toEqual(Object.keys(mayBeEmptied));
});

it('a new table can be emptied until its migration prevents it', async () => {
  const gift = 'create table gift (contract_id text references contract (id), amount numeric);';
  expect(await canBeEmptied('gift', gift)).toBe(true);
  const guard = 'create trigger gift_is_never_emptied before truncate on gift execute function refuse_emptying();';
  expect(await canBeEmptied('gift', gift + guard)).toBe(false);
});
