import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { installJobs } from '../../jobs/open-jobs.ts';
import { migratePostgres } from '../migrate.ts';
import { openPostgres, type Postgres } from '../open-postgres.ts';
import { appRole, grantAppRights } from './app-role.ts';

// Roles belong to the whole server, which other test files use at the same time.
const [role, database] = ['plain_owner_of_this_test', 'plain_owners_database'];

let server: TestPostgres;
let superuser: Postgres;
let owner: Postgres;
beforeAll(async () => {
  server = await openTestPostgres();
  await server.script(`drop database if exists ${database} with (force)`);
  await server.script(`drop role if exists ${role}; create role ${role}`);
  await server.script(`create database ${database} owner ${role}`);
  const url = new URL(server.ownerUrl);
  url.pathname = `/${database}`;
  superuser = await openPostgres(url.href);
  url.searchParams.set('options', `-c role=${role}`);
  owner = await openPostgres(url.href);
  await migratePostgres(owner);
  await installJobs(owner);
});
afterAll(async () => {
  await owner.close();
  await superuser.close();
  await server.script(`drop database ${database} with (force)`);
  await server.script(`drop role ${role}`);
  await server.close();
});

it('an owner without superuser rights grants the application access and leaves objects of others unchanged', async () => {
  await superuser.script(
    'create table heartbeat (at timestamptz); create sequence beats; create view seen as select 1',
  );
  await grantAppRights(owner, { login: appRole, role: appRole });
  const { rows } = await sql`select has_table_privilege(${appRole}, 'contract', 'insert') as writes,
    has_table_privilege(${appRole}, 'jobs.job', 'insert') as works,
    has_sequence_privilege(${appRole}, 'usage_mark', 'usage') as counts,
    has_table_privilege(${appRole}, 'heartbeat', 'select') or has_sequence_privilege(${appRole}, 'beats', 'usage') as sees`.execute(
    owner.db,
  );
  expect(rows).toEqual([{ writes: true, works: true, counts: true, sees: false }]);
});
