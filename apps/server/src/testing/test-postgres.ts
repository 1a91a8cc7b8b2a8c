import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { openRecords } from '#platform/engines/open-engines.ts';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import { openPostgres, type Postgres } from '#platform/postgres/open-postgres.ts';
import { refusingAround } from './around-transactions.ts';

const migrations = new URL('../../migrations/postgres/', import.meta.url);

export interface TestPostgres extends Postgres {
  readonly url: string;
  /** For tests that need a connection of the owner. */
  readonly ownerUrl: string;
  /** Runs SQL as the owner of the tables, for changes that the application may not make. */
  script(text: string): Promise<void>;
}

/**
 * Opens a migrated database for one test file, on the server that all files share (scripts/testing/start-engines), with
 * the application's role.
 */
export async function openTestPostgres(): Promise<TestPostgres> {
  const { ownerUrl, url } = testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateOn(ownerUrl, url);
  await administer(ownerUrl, (client) => client.query(`create database ${name} template ${template}`));
  const postgres = await openPostgres(inDatabase(url, name));
  return {
    ...postgres,
    db: refusingAround(postgres.db),
    url: inDatabase(url, name),
    ownerUrl: inDatabase(ownerUrl, name),
    script: (text) => administer(inDatabase(ownerUrl, name), async (client) => void (await client.query(text))),
    close: async () => {
      await postgres.close();
      await administer(ownerUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * Opens a database as an older version left it, with the owner's role; `migratePostgres` upgrades it. `lacks` is true of
 * the files of missing migrations.
 */
export async function openOlderPostgres({
  lacks,
}: {
  lacks: (migration: string) => boolean;
}): Promise<Postgres & { readonly ownerUrl: string }> {
  const { ownerUrl } = testServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(ownerUrl, (client) => client.query(`create database ${name}`));
  const postgres = await openPostgres(inDatabase(ownerUrl, name));
  const older = readdirSync(migrations).filter((file) => file.endsWith('.sql') && !lacks(file));
  await migratePostgres(postgres, { only: older });
  return {
    ...postgres,
    ownerUrl: inDatabase(ownerUrl, name),
    close: async () => {
      await postgres.close();
      await administer(ownerUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

function testServer(): { ownerUrl: string; url: string } {
  const ownerUrl = process.env['TEST_POSTGRES_OWNER_URL'];
  if (!ownerUrl) throw new Error('This test needs the engines of scripts/testing/start-engines.ts');
  return { ownerUrl, url: process.env['TEST_POSTGRES_URL'] ?? ownerUrl };
}

/** Creates the template once for each state of the migrations; concurrent test files wait for it. */
async function templateOn(ownerUrl: string, url: string): Promise<string> {
  const name = `template_${hashOfMigrations()}`;
  await administer(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const place = { url: inDatabase(url, unfinished), ownerUrl: inDatabase(ownerUrl, unfinished) };
    const postgres = await openRecords(place, { mayForget: true });
    await postgres.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(file).update(readFileSync(new URL(file, migrations)));
  return hash.digest('hex').slice(0, 16);
}

function inDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
