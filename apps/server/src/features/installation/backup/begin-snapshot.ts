import type pg from 'pg';
import { openPatient } from '../../../platform/postgres/open-patient.ts';
import { tablesInOrder } from './postgres-tables.ts';

/**
 * Begins a transaction that sees every table as it is now, and holds them against being written anew until it ends: a
 * table that a migration or an administrator writes anew has no rows for who looks at it as of before. Who reads and
 * writes rows does not wait. Throws OperatorError when one of ours is missing.
 */
export async function beginSnapshot(client: pg.Client, ownerUrl: string): Promise<void> {
  const tables = await tablesInOrder(client);
  const between = await openPatient(ownerUrl);
  try {
    // While this is held no migration is under way, which would have some of the tables and wait for the others.
    await between.query('begin');
    await between.query('lock table schema_migration in row share mode');
    await client.query('begin isolation level repeatable read read only');
    // Before anything is asked: that is when the snapshot is taken.
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  } finally {
    await between.end().catch(() => {});
  }
}
