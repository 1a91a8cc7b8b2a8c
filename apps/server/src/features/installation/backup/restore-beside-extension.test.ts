import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { silent } from '#testing/silent-log.ts';
import { openInstallation } from '../../../open-installation.ts';
import { backup, furnished, limitMs, newFolder, problemsOf, restore } from './installation.fixture.ts';

const file = join(newFolder(), 'backup.zip');
beforeAll(async () => {
  const { installation } = await furnished(newFolder());
  await backup(installation, file);
  await installation.close();
}, limitMs);

it(
  'a restore fills a new database that comes with an extension, even after an interrupted restore',
  async () => {
    const elsewhere = await startEmbeddedPostgres({ dataDir: newFolder(), log: silent });
    const owner = await openPostgres(elsewhere.ownerUrl);
    await owner.script('create extension pg_stat_statements; create extension earthdistance cascade');
    await owner.script(`create table public.restore_unfinished (nonce text not null);
      insert into public.restore_unfinished values ('cut')`);
    const env = { DATA_DIR: newFolder(), DATABASE_URL: elsewhere.url, DATABASE_OWNER_URL: elsewhere.ownerUrl };
    await restore(file, env);
    const { deps, close } = await openInstallation(readConfig(env), silent);
    expect(await problemsOf(deps)).toEqual({});
    await close();
    await owner.close();
    await elsewhere.close();
  },
  limitMs,
);
