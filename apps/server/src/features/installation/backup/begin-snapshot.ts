import type pg from 'pg';
import { lockOutMigrations } from '#platform/postgres/backup-lock.ts';
import { tablesInOrder } from './postgres-tables.ts';

/**
 * Begins a transaction that sees every table as it is now, and prevents rewrites of tables until the connection ends: a
 * rewritten table is empty for an older snapshot. Sessions that read and write rows do not wait. Throws OperatorError
 * if one of our tables is missing.
 */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await lockOutMigrations(client);
  const tables = await tablesInOrder(client);
  await client.query('begin isolation level repeatable read read only');
  // Runs before the first query, which takes the snapshot.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
}
