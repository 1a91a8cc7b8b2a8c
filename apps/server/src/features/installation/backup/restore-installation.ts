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
  /** The URL of PostgreSQL for the owner of the tables, migrated like the backup. */
  readonly ownerUrl: string;
  readonly db: DbOrTx;
  readonly clickhouse: ClickHouse;
  /** The epoch that begins when PostgreSQL is complete. */
  readonly epoch: string;
  readonly tell: (line: string) => void;
}

/**
 * Fills an empty installation from a backup and begins a new epoch. PostgreSQL is filled completely or not at all;
 * after a failure, the caller clears the usage database. Leaves out and reports data of others, and ends all sessions.
 * Throws BadBackup if an entry does not match its digest.
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
    // Otherwise accounts that signed out or were locked out since would be signed in again.
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

/** Turns errors of damaged bytes, in a compressed entry or in a row, into BadBackup. */
function asDamage(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const kind = error instanceof Error && 'type' in error ? String(error.type) : '';
  if (!/^(Z_|ERR_|22|23)/.test(code) && !/^(CANNOT_|INCORRECT_DATA)/.test(kind)) return error;
  return new BadBackup(`The backup cannot be read: the file is damaged (${(error as Error).message}).`);
}
