import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { openRecords } from './open-engines.ts';

// Roles belong to the whole server, which other test files use at the same time.
const [login, role, password] = ['login_of_this_test', 'works_of_this_test', 'secret'];

let postgres: TestPostgres;
let owner: string;
beforeAll(async () => {
  postgres = await openTestPostgres();
  owner = new URL(postgres.ownerUrl).username;
});
afterAll(() => postgres.close());
beforeEach(() =>
  postgres.script(`create role ${login} login password '${password}'; create role ${role}; grant ${role} to ${login}`),
);
afterEach(() =>
  postgres.script(`do $$ begin execute format('alter database %I reset all', current_database()); end $$;
    drop owned by ${login}, ${role}; drop role ${login}; drop role ${role}`),
);

function loginUrl(): string {
  const url = new URL(postgres.ownerUrl);
  [url.username, url.password] = [login, password];
  return url.href;
}

function withOptions(url: string, options: string): string {
  const place = new URL(url);
  place.searchParams.set('options', options);
  return place.href;
}

const open = (url: string, ownerUrl = postgres.ownerUrl) => openRecords({ url, ownerUrl }, { mayForget: true });

describe('the login of DATABASE_URL', () => {
  it.each([
    ['ALTER ROLE', () => `alter role ${login} set role ${owner}`, loginUrl],
    ['the URL', () => '', () => withOptions(loginUrl(), `-c role=${owner}`)],
    ['SET ROLE, which it left by ALTER ROLE', () => `alter role ${login} set role ${role}`, loginUrl],
    ['SET ROLE, which it left by the URL', () => '', () => withOptions(loginUrl(), `-c role=${role}`)],
  ])('is refused if it becomes the owner by %s', async (_, given, url) => {
    await postgres.script(`grant ${owner} to ${login}; ${given()}`);
    await expect(open(url())).rejects.toThrow(
      `The role ${login} of DATABASE_URL may act for the superuser ${owner}, and could remove`,
    );
  });

  it('is refused if it owns an object that its working role does not see', async () => {
    await postgres.script(`alter role ${login} set role ${role}; create schema theirs authorization ${login}`);
    await expect(open(loginUrl())).rejects.toThrow(`The role ${login} of DATABASE_URL owns the schema theirs`);
  });

  it('may hold grants of others that its working role lacks', async () => {
    await postgres.script(`alter role ${login} set role ${role}; grant truncate on entry to ${login}`);
    await expect(open(loginUrl())).rejects.toThrow(`The role ${login} of DATABASE_URL may empty entry`);
  });

  it.each([
    ['ALTER ROLE', `alter role ${login} set role ${role}`, loginUrl],
    ['the URL', '', () => withOptions(loginUrl(), `-c role=${role}`)],
  ])('may work as another role with no further rights, by %s', async (_, given, url) => {
    await postgres.script(given);
    const records = await open(url());
    const { rows } = await sql`select session_user as login, current_user as role,
      has_table_privilege('entry', 'insert') as writes`.execute(records.db);
    expect(rows).toEqual([{ login, role, writes: true }]);
    await records.close();
  });
});

describe('guards that are switched off', () => {
  const off = 'session_replication_role = replica';
  const inDatabase = (what: string) =>
    `do $$ begin execute format('${what} database %I set ${off}', current_database()); end $$`;

  it.each([
    ['the login', () => `alter role ${login} set ${off}`, `alter role "${login}" reset session_replication_role`],
    ['the database', () => inDatabase('alter'), 'alter database "$" reset session_replication_role'],
    [
      'the login in this database',
      () => inDatabase(`alter role ${login} in`),
      `alter role "${login}" in database "$" reset session_replication_role`,
    ],
  ])('for %s are reported, with the command that switches them on', async (_, given, command) => {
    await postgres.script(given());
    const said = command.replace('$', new URL(postgres.url).pathname.slice(1));
    await expect(open(loginUrl())).rejects.toThrow(
      `The guards of the tables are switched off for ${login} (session_replication_role is replica): switch it on (${said})`,
    );
  });

  it('by a URL are reported, for the owner too', async () => {
    const ownerUrl = withOptions(postgres.ownerUrl, '-c session_replication_role=replica');
    const where = 'take it out of the options of its URL';
    await expect(open(ownerUrl)).rejects.toThrow(where);
    await expect(open(loginUrl(), ownerUrl)).rejects.toThrow(where);
  });

  it('for one role alone are reported', async () => {
    await postgres.script(inDatabase('alter'));
    await expect(open(postgres.ownerUrl)).rejects.toThrow('are switched off');
  });
});
