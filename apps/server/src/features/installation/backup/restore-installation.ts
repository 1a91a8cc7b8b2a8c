import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';
import { unmarkRestore } from '#platform/postgres/restore-mark.ts';
import { enterEpoch } from '../epoch/epoch.ts';
import { fillRecords } from './fill-records.ts';
import { dropUnmoved, fillUsage } from './fill-usage.ts';
import { BadBackup } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';

interface Target {
  /** PostgreSQL, migrated as far as the backup was, as the owner of the tables. */
  readonly ownerUrl: string;
  readonly db: DbOrTx;
  readonly clickhouse: ClickHouse;
  /** That begins when PostgreSQL has all of it. */
  readonly epoch: string;
  readonly tell: (line: string) => void;
}

/**
 * Fills an empty installation from a backup and begins a new epoch in it. PostgreSQL has all of it or nothing; what the
 * usage database has when it fails is for the caller to remove. What the file holds of others is left out, and told, and
 * all sessions have ended. Throws BadBackup when an entry is not as it was written.
 */
export async function restoreInstallation(
  { ownerUrl, db, clickhouse, epoch, tell }: Target,
  backup: OpenBackup,
): Promise<void> {
  const client = await openPatient(ownerUrl);
  try {
    await client.query('begin');
    await fillRecords(client, backup, tell);
    await fillUsage(clickhouse, backup, tell);
    await dropUnmoved(client, clickhouse);
    // Who has signed out since, or was shut out, would be let in again.
    await client.query('delete from session');
    await client.query('update installation set epoch = $1, begun_at = now()', [epoch]);
    await client.query(unmarkRestore);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw asDamage(error);
  } finally {
    await client.end().catch(() => {});
  }
  await enterEpoch(db, clickhouse);
}

/** What comes of bytes that were never written so, in a compressed entry or in a row, and of rows that no sound table had. */
function asDamage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const kind = error instanceof Error && 'type' in error ? String(error.type) : '';
  if (!/^(Z_|ERR_|22|23)/.test(code) && !/^(CANNOT_|INCORRECT_DATA)/.test(kind)) return error;
  return new BadBackup(`The backup is not as it was written: the file is damaged (${(error as Error).message}).`);
}
