import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';
import { restoring } from '../epoch/difference.ts';
import { NotEmpty } from './empty-target.ts';

/** Locks the database against another restore until closed. */
export async function lockRecords(url: string): Promise<{ close(): Promise<void> }> {
  const client = await openPatient(url);
  const { rows } = await client.query<{ is_mine: boolean }>(
    `select pg_try_advisory_lock(hashtext('restore')) as is_mine`,
  );
  if (rows[0]?.is_mine) return { close: () => client.end() };
  await client.end();
  throw new NotEmpty('Another restore is filling this PostgreSQL database.');
}

/**
 * Claims the usage database, then checks for other claims: of two restores that start together, at most one continues.
 */
export async function claimUsage(clickhouse: ClickHouse, nonce: string): Promise<void> {
  await clickhouse.insert('installation', [{ epoch: restoring + nonce, begun_at: new Date(0).toISOString() }]);
  const told = await clickhouse.query<{ epoch: string }>('SELECT epoch FROM installation');
  if (told.length === 1) return;
  await clickhouse.command(
    'ALTER TABLE installation DELETE WHERE epoch = {epoch:String}',
    { epoch: restoring + nonce },
    { mutations_sync: '2' },
  );
  throw new NotEmpty('Another restore is filling this usage database.');
}
