import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { fromPglite, type Db as JobDb } from 'pg-boss';
import { type Db, outsideTransactions } from './database.ts';
import { pgliteDialect } from './pglite-dialect.ts';

export interface Postgres {
  readonly db: Db;
  readonly kind: 'embedded' | 'server';
  /** What pg-boss runs its statements on, and which backend it should believe in. */
  readonly jobs: { db: JobDb; backend: 'pglite' } | { db: JobDb };
  /** Runs a file of several statements. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

// Amounts stay text, instants become Date, bigint stays text: nothing passes through a float.
const oid = { int8: 20, date: 1082 } as const;
const asText = (value: string) => value;

/** PostgreSQL at `url`, or PGlite under `dataDir/postgres`; `memory` keeps PGlite in memory, for tests. */
export async function openPostgres(where: { url: string } | { dataDir: string } | 'memory'): Promise<Postgres> {
  return typeof where === 'object' && 'url' in where ? openServer(where.url) : openEmbedded(where);
}

async function openEmbedded(where: { dataDir: string } | 'memory'): Promise<Postgres> {
  const folder = where === 'memory' ? undefined : join(where.dataDir, 'postgres');
  if (folder) mkdirSync(folder, { recursive: true });
  const pglite = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    parsers: { [oid.int8]: asText, [oid.date]: asText },
  });
  const db = outsideTransactions(new Kysely({ dialect: pgliteDialect(pglite) }));
  // pg-boss takes its turn on the one connection like everybody else, or it would run inside others' transactions.
  const raw = fromPglite(pglite);
  const jobs: JobDb = {
    executeSql: (text, values) => db.connection().execute(() => raw.executeSql(text, values)),
  };
  return {
    db,
    kind: 'embedded',
    jobs: { db: jobs, backend: 'pglite' },
    script: (text) => db.connection().execute(async () => void (await pglite.exec(text))),
    close: () => db.destroy(),
  };
}

async function openServer(url: string): Promise<Postgres> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 2_000,
    options:
      '-c statement_timeout=60000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC',
    types: {
      getTypeParser: (id, format) =>
        id === oid.int8 || id === oid.date ? asText : pg.types.getTypeParser(id, format as 'text'),
    },
  });
  // A connection that the server cuts must not end the process, whether it lies idle or is lent and between two queries:
  // whoever has it learns of it from the next query, and the pool makes another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = outsideTransactions(new Kysely({ dialect: new PostgresDialect({ pool }) }));
  await sql`select 1`.execute(db);
  return {
    db,
    kind: 'server',
    jobs: { db: { executeSql: async (text, values) => pool.query(text, values) } },
    script: async (text) => void (await pool.query(text)),
    close: () => db.destroy(),
  };
}
