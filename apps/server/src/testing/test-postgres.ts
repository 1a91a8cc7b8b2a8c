import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { openRecords } from '../platform/engines/open-engines.ts';
import type { Postgres } from '../platform/postgres/open-postgres.ts';
import { refusingAround } from './around-transactions.ts';

interface ServerDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const migrations = new URL('../../migrations/postgres/', import.meta.url);

/**
 * A migrated database of its own for one test file, on the server that all files share (scripts/testing/start-engines);
 * PGlite in memory where there is none.
 */
export async function openTestPostgres(): Promise<Postgres> {
  const server = process.env['TEST_FAST_POSTGRES_URL'] || process.env['TEST_POSTGRES_URL'];
  if (!server) {
    const embedded = await openRecords('memory');
    return { ...embedded, db: refusingAround(embedded.db) };
  }
  const database = await copyOf(server, await templateOn(server));
  const postgres = await openRecords({ url: database.url }, { mayForget: true });
  return {
    ...postgres,
    db: refusingAround(postgres.db),
    close: async () => {
      await postgres.close();
      await database.drop();
    },
  };
}

/** A new, empty database on the server at `url`. */
export function newServerDatabase(url: string): Promise<ServerDatabase> {
  return copyOf(url, 'template1');
}

async function copyOf(server: string, template: string): Promise<ServerDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, (client) => client.query(`create database ${name} template ${template}`));
  return {
    url: inDatabase(server, name),
    drop: () => administer(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** Migrated once for each state of the migrations; the first test file that asks makes it while the others wait. */
async function templateOn(server: string): Promise<string> {
  const name = `template_${hashOfMigrations()}`;
  await administer(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const postgres = await openRecords({ url: inDatabase(server, unfinished) }, { mayForget: true });
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
