import pg from 'pg';
import { connectionTo } from './connection.ts';

const patience =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0';
// Returns all rows or an error, even if a policy hides rows from the owner.
const allRows = '-c row_security=off';

/**
 * Opens a connection without time limits, whatever limits a role, database or server sets. The caller ends it. Throws
 * the errors of connecting.
 */
export async function openPatient(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(url, `${patience} ${allRows}`));
  // The query itself fails when the connection is cut.
  client.on('error', () => {});
  await client.connect();
  // Exists from PostgreSQL 17 on; an older one would refuse it among the options.
  await client.query(
    `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout' and setting <> '0'`,
  );
  return client;
}
