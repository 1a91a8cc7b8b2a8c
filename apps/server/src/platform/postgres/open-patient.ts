import pg from 'pg';
import { connectionTo } from './connection.ts';

const patience =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0';
// All rows or an error, where a policy would let even the owner see some alone.
const allRows = '-c row_security=off';

/**
 * A connection for what takes as long as it takes, whatever limits a role, a database or a server has. To be ended by who
 * opened it. Throws what connecting throws.
 */
export async function openPatient(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(url, `${patience} ${allRows}`));
  // Whoever waits for it learns that it was cut.
  client.on('error', () => {});
  await client.connect();
  // Known from PostgreSQL 17 on; naming it in the options would keep an older one from answering.
  await client.query(
    `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout' and setting <> '0'`,
  );
  return client;
}
