import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '../../testing/test-postgres.ts';
import { appRole } from '../postgres/app-role.ts';
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts';
import { openRecords } from './open-engines.ts';

let server: TestPostgres;
let empty: Postgres;
let name: string;
beforeAll(async () => {
  server = await openTestPostgres();
  name = `empty_${new URL(server.ownerUrl).pathname.slice(1)}`;
  await server.script(`create database ${name}`);
  empty = await openPostgres(inEmpty(server.ownerUrl));
});
afterAll(async () => {
  await empty.close();
  await server.script(`drop database ${name} with (force)`);
  await server.close();
});

function inEmpty(url: string): string {
  const place = new URL(url);
  place.pathname = `/${name}`;
  return place.href;
}

it('the owner makes nothing where the role of the application has a function that could be called for it', async () => {
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
