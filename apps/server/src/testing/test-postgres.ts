import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres, type Postgres } from '../platform/postgres/open-postgres.ts';

/** An empty database for one test file: PGlite in memory, or a new one on the server that TEST_POSTGRES_URL names. */
export async function openTestPostgres(): Promise<Postgres> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (!server) return openPostgres('memory');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const postgres = await openPostgres({ url: url.href });
  return {
    ...postgres,
    close: async () => {
      await postgres.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
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
