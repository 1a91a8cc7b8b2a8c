import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres, type Postgres } from '../platform/postgres/open-postgres.ts';

/** An empty database for one test file: PGlite in memory, or a new one on the server that TEST_POSTGRES_URL names. */
export async function openTestPostgres(): Promise<Postgres> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (!server) return openPostgres('memory');
  const database = await newServerDatabase(server);
  const postgres = await openPostgres({ url: database.url });
  return {
    ...postgres,
    close: async () => {
      await postgres.close();
      await database.drop();
    },
  };
}

/** A new, empty database on the server at `url`. */
export async function newServerDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => administer(url, `drop database ${name} with (force)`) };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
