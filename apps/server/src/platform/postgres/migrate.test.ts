import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgres, type Postgres } from './open-postgres.ts';

let server: TestPostgres;
let empty: Postgres;
let name: string;
let url: string;
beforeAll(async () => {
  server = await openTestPostgres();
  name = `empty_${new URL(server.ownerUrl).pathname.slice(1)}`;
  await server.script(`create database ${name}`);
  const place = new URL(server.ownerUrl);
  place.pathname = `/${name}`;
  url = place.href;
  empty = await openPostgres(url);
});
afterAll(async () => {
  await empty.close();
  await server.script(`drop database ${name} with (force)`);
  await server.close();
});

it('a migration has no time limit, but waits for locks no longer than other statements', async () => {
  const [first = '', ...others] = readdirSync(new URL('../../../migrations/postgres/', import.meta.url))
    .filter((file) => file.endsWith('.sql'))
    .sort();
  await migratePostgres(empty, { only: [first] });
  await empty.script(`
    create table limits (migration text, statement text, lock text);
    create function note_limits() returns trigger language plpgsql as $$ begin
      insert into limits values (new.name, current_setting('statement_timeout'), current_setting('lock_timeout'));
      return null;
    end $$;
    create trigger notes_limits after insert on schema_migration for each row execute function note_limits();`);
  await migratePostgres(empty);
  const { rows } = await sql`select * from limits order by migration`.execute(empty.db);
  expect(rows).toEqual(others.map((migration) => ({ migration, statement: '0', lock: '5s' })));
});

it('a server that starts during a migration waits for it and finds it done', async () => {
  const names = () => sql`select name from schema_migration order by name`.execute(empty.db);
  const { rows: before } = await names();
  await sql`delete from schema_migration where name = (select max(name) from schema_migration)`.execute(empty.db);
  const held = Promise.withResolvers<void>();
  const migrating = empty.db.transaction().execute(async (tx) => {
    await sql`lock table schema_migration in exclusive mode`.execute(tx);
    held.resolve();
    await sql`select pg_sleep(0.2)`.execute(tx);
    await sql`insert into schema_migration values (${(before.at(-1) as { name: string }).name})`.execute(tx);
  });
  await held.promise;
  const late = await openPostgres(url);
  await late.script('set lock_timeout = 20');
  await migratePostgres(late);
  await Promise.all([migrating, late.close()]);
  expect((await names()).rows).toEqual(before);
});

it('finds its tables in public even if a schema has the name of the owner', async () => {
  await empty.script(`do $$ begin
    execute format('create schema %I', current_user);
    execute format('create view %I.schema_migration as select 1 / 0 as name', current_user);
  end $$`);
  const late = await openPostgres(`${url}${new URL(url).search === '' ? '?' : '&'}options=-c%20work_mem%3D1234kB`);
  await migratePostgres(late);
  const { rows } = await sql`select current_setting('work_mem') as memory, current_setting('timezone') as zone`.execute(
    late.db,
  );
  await late.close();
  expect(rows).toEqual([{ memory: '1234kB', zone: 'UTC' }]);
  await empty.script(`do $$ begin execute format('drop schema %I cascade', current_user); end $$`);
});

it('refuses to start anew beside an installation in another schema, with a remedy', async () => {
  await empty.script('alter schema public rename to elsewhere; create schema public');
  await expect(migratePostgres(empty)).rejects.toThrow(
    'alter schema public rename to public_before; alter schema elsewhere rename to public',
  );
  await empty.script('alter schema public rename to public_before; alter schema elsewhere rename to public');
  await migratePostgres(empty);
});
