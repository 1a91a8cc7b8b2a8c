import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';
import { restoring } from '../epoch/how-apart.ts';
import { NotEmpty } from './empty-target.ts';

/** Holds the database against another restore into it, for as long as it is open. */
export async function holdRecords(url: string): Promise<{ close(): Promise<void> }> {
  const client = await openPatient(url);
  const { rows } = await client.query<{ is_mine: boolean }>(
    `select pg_try_advisory_lock(hashtext('restore')) as is_mine`,
  );
  if (rows[0]?.is_mine) return { close: () => client.end() };
  await client.end();
  throw new NotEmpty('Another restore fills this PostgreSQL database.');
}

/** Says who fills the usage database, and then looks who else does: of two that begin together at most one goes on. */
export async function claimUsage(clickhouse: ClickHouse, nonce: string): Promise<void> {
  await clickhouse.insert('installation', [{ epoch: restoring + nonce, begun_at: new Date(0).toISOString() }]);
  const told = await clickhouse.query<{ epoch: string }>('SELECT epoch FROM installation');
  if (told.length === 1) return;
  await clickhouse.command(
    'ALTER TABLE installation DELETE WHERE epoch = {epoch:String}',
    { epoch: restoring + nonce },
    { mutations_sync: '2' },
  );
  throw new NotEmpty('Another restore fills this usage database.');
}
