import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db as JobDb } from 'pg-boss';
import { asRefusedOptions, assertSettings } from './assert-settings.ts';
import { connectionTo } from './connection.ts';
import { type Db, outsideTransactions } from './database.ts';
import { PreparingClient } from './prepared.ts';

export interface Postgres {
  readonly db: Db;
  /** The connection for pg-boss. */
  readonly jobs: JobDb;
  /** Runs a text of several statements. */
  script(text: string): Promise<void>;
  /** The number of connections, of idle ones, and of callers that wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

// Amounts stay text, instants become Date, bigint stays text: nothing passes through a float.
const oid = { int8: 20, date: 1082 } as const;
const asText = (value: string) => value;

/**
 * Opens PostgreSQL 15 or newer at `url`. Throws the errors of its first query, and OperatorError if its options do not
 * arrive.
 */
export async function openPostgres(url: string): Promise<Postgres> {
  const pool = new pg.Pool({
    ...connectionTo(
      url,
      '-c statement_timeout=60000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC',
    ),
    Client: PreparingClient,
    max: 16,
    connectionTimeoutMillis: 2_000,
    types: {
      getTypeParser: (id, format) =>
        id === oid.int8 || id === oid.date ? asText : pg.types.getTypeParser(id, format as 'text'),
    },
  });
  // A connection cut by the server must not end the process, whether idle or lent and between two queries. Its next
  // query fails, and the pool opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = outsideTransactions(new Kysely({ dialect: new PostgresDialect({ pool }) }));
  try {
    await assertSettings(db, /timezone/i.test(new URL(url).searchParams.getAll('options').join(' ')));
  } catch (error) {
    await db.destroy();
    throw asRefusedOptions(error);
  }
  return {
    db,
    jobs: { executeSql: async (text, values) => pool.query(text, values) },
    script: async (text) => void (await pool.query(text)),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}
