import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres, type Postgres } from '#platform/postgres/open-postgres.ts';
import { appRole } from '#platform/postgres/role/app-role.ts';
import { silent } from '#testing/silent-log.ts';
import { openInstallation } from '../../../open-installation.ts';
import { backup, furnished, limitMs, newFolder, restore } from './installation.fixture.ts';

const file = join(newFolder(), 'backup.zip');
let server: EmbeddedPostgres;
let owner: Postgres;
beforeAll(async () => {
  const { installation } = await furnished(newFolder());
  await backup(installation, file);
  await installation.close();
  server = await startEmbeddedPostgres({ dataDir: newFolder(), log: silent });
  owner = await openPostgres(server.ownerUrl);
  await owner.script('create role stranger');
}, limitMs);
afterAll(async () => {
  await owner.close();
  await server.close();
});

const planting = (planter: string) => `
  create schema planted; grant usage, create on schema planted to public;
  create table planted.ran (by_whom name); grant insert on planted.ran to public;
  grant create on schema public to public;
  set role ${planter};
  create function planted.is_it(oid, regnamespace) returns bool language plpgsql as
    'begin insert into planted.ran values (current_user); return $1 = $2::oid; end';
  create operator public.= (leftarg = oid, rightarg = regnamespace, function = planted.is_it);
  reset role`;

describe.each([
  [appRole, 'owns the function planted.is_it'],
  ['stranger', 'operator public.=(pg_catalog.oid,pg_catalog.regnamespace) belongs to stranger'],
])('an operator planted by %s', { timeout: limitMs }, (planter, refusal) => {
  const env = () => ({ DATA_DIR: newFolder(), DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl });
  beforeEach(async () => {
    await owner.script(`drop schema if exists planted cascade; ${planting(planter)}`);
  });
  const ran = async () => (await sql`select by_whom from planted.ran`.execute(owner.db)).rows;

  it('is not called by a restore as the owner', async () => {
    await expect(restore(file, env())).rejects.toThrow(refusal);
    expect(await ran()).toEqual([]);
  });

  it('is not called by a command as the owner', async () => {
    const opening = openInstallation(readConfig(env()), silent);
    await expect(opening).rejects.toThrow(refusal);
    expect(await ran()).toEqual([]);
  });
});
