import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts';
import { openOwner } from '../postgres/role/app-login.ts';
import { appRole } from '../postgres/role/app-role.ts';
import { openRecords } from './open-engines.ts';

let server: TestPostgres;
let empty: Postgres;
let name: string;
beforeAll(async () => {
  server = await openTestPostgres();
});
afterAll(() => server.close());
beforeEach(async () => {
  name = `empty_${new URL(server.ownerUrl).pathname.slice(1)}`;
  await server.script(`create database ${name}`);
  empty = await openPostgres(inEmpty(server.ownerUrl));
});
afterEach(async () => {
  await empty.close();
  await server.script(`drop database ${name} with (force)`);
});

function inEmpty(url: string): string {
  const place = new URL(url);
  place.pathname = `/${name}`;
  return place.href;
}

it('the owner creates nothing while the application role owns a function that it could be made to call', async () => {
  await empty.script(`create function lower(name) returns text language sql return 'mine';
    alter function public.lower(name) owner to ${appRole}`);
  const place = { url: inEmpty(server.url), ownerUrl: inEmpty(server.ownerUrl) };
  await expect(openRecords(place, { mayForget: true })).rejects.toThrow(
    'owns the function public.lower(pg_catalog.name)',
  );
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(empty.db);
  expect(rows).toEqual([]);
  await empty.script('drop function public.lower(pg_catalog.name)');
  await (await openRecords(place, { mayForget: true })).close();
});

const stranger = 'stranger_of_this_test';

describe('an object of a stranger under the name of one of our tables', () => {
  beforeEach(() =>
    empty.script(`create role ${stranger}; create schema planted authorization ${stranger};
      grant create on schema public to public; set role ${stranger};
      create table planted.ran (by_whom name); grant insert on planted.ran to public; grant usage on schema planted to public;
      create function planted.lure() returns text language plpgsql as
        'begin insert into planted.ran values (current_user); return 1; end';
      reset role`),
  );
  afterEach(() => empty.script(`drop owned by ${stranger} cascade; drop role ${stranger}`));

  it.each([
    ['schema_migration', 'select planted.lure() as name, now() as applied_at'],
    ['restore_unfinished', 'select planted.lure() as nonce'],
  ])('is not read as the owner: %s', async (table, query) => {
    await empty.script(`set role ${stranger}; create view public.${table} as ${query}; reset role`);
    const place = { url: inEmpty(server.url), ownerUrl: inEmpty(server.ownerUrl) };
    await expect(openOwner(place)).rejects.toThrow(
      `The view public.${table} belongs to ${stranger}, for whom the role of DATABASE_OWNER_URL does not act, and would be taken for Usance's own: name its owner in DATABASE_OWNER_URL if it is, else drop it (drop view public.${table}).`,
    );
    const { rows } = await sql`select by_whom from planted.ran`.execute(empty.db);
    expect(rows).toEqual([]);
  });
});
