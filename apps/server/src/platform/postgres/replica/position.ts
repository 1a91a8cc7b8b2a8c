import { sql } from 'kysely';
import { OperatorError } from '../../failure/operator-error.ts';
import type { Db } from '../database.ts';

/** The end of the log that the primary has on disk: every commit that was acknowledged lies before it. */
export async function writtenUpTo(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(
    primary,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL does not say up to where it has written');
  return row.position;
}

/** True if reads see what was written up to the position. A replica that was promoted has a history of its own. */
export async function hasReplayed(replica: Db, position: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere"`.execute(replica);
  return rows[0]?.isThere === true;
}

/** Refuses a replica of another PostgreSQL, or another database of this one. Throws OperatorError. */
export async function assertSameCluster(primary: Db, replica: Db): Promise<void> {
  const [ours, its] = await Promise.all([identityOf(primary), identityOf(replica)]);
  if (ours !== its)
    throw new OperatorError(
      'DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a streaming replica of it, or leave it out',
    );
}

/** A replica is a copy, so it bears the number that the primary was given when it was created. */
async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || current_database() as identity from pg_control_system()`.execute(db);
  return rows[0]?.identity ?? '';
}
