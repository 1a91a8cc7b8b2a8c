import type pg from 'pg';
import { holdOffMigrations } from '#platform/postgres/backup-lock.ts';
import { tablesInOrder } from './postgres-tables.ts';

/**
 * Begins a transaction that sees every table as it is now, and holds them against being written anew until the connection
 * ends: a table that a migration or an administrator writes anew has no rows for who looks at it as of before. Who reads
 * and writes rows does not wait. Throws OperatorError when one of ours is missing.
 */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await holdOffMigrations(client);
  const tables = await tablesInOrder(client);
  await client.query('begin isolation level repeatable read read only');
  // Before anything is asked: that is when the snapshot is taken.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
}
