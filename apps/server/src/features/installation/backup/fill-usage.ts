import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { hashing } from './backup-installation.ts';
import { knownColumns } from './known-columns.ts';
import { assertWhole } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { columnsIn } from './usage-parts.ts';

/** Fills the usage database from a backup. Throws BadBackup. */
export async function fillUsage(
  clickhouse: ClickHouse,
  { manifest, read }: OpenBackup,
  tell: (line: string) => void,
): Promise<void> {
  const strange = new Set<string>();
  for (const { table, columns, path, sha256 } of manifest.clickhouse.parts) {
    const known = knownColumns(columns, await columnsIn(clickhouse, table));
    for (const column of known.strange) strange.add(`column ${column} of ${table}`);
    const hash = createHash('sha256');
    const rows = known.only();
    // A failure ends the rows with its error, and the insert below throws it.
    pipeline(await read(path), hashing(hash), rows).catch(() => {});
    await clickhouse.insert(`${table} (${known.columns.join(', ')})`, rows, { format: 'TabSeparated' });
    assertWhole(path, sha256, hash.digest('hex'));
  }
  if (strange.size > 0)
    tell(`These of the usage database are not Usance's, and not restored: ${[...strange].join(', ')}.`);
}

const batchesAtOnce = 1_000_000n;

/**
 * Deletes batches that PostgreSQL, in its current state, has not moved or never knew: it moves the former again. Batches
 * that it has deleted since stay.
 */
export async function dropUnmoved(client: pg.Client, clickhouse: ClickHouse): Promise<void> {
  const stored = await clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  for (let from = 0n; from <= BigInt(onlyRow(stored).last); from += batchesAtOnce) {
    const range = { from, until: from + batchesAtOnce };
    const there = await clickhouse.query<{ contract: string; no: string }>(
      `SELECT DISTINCT contract_id AS contract, batch_no AS no FROM usage_record
       WHERE batch_no >= {from:UInt64} AND batch_no < {until:UInt64}`,
      range,
    );
    const { rows } = await client.query<{ contract: string; no: string }>(
      `select contract, no::text from unnest($1::text[], $2::bigint[]) as given (contract, no)
         left join usage_batch on contract_id = contract and batch_no = no
       where moved_at is null and (batch_no is not null or not exists (
         select from forgotten_batches as forgotten where forgotten.contract_id = contract and last_no >= no))`,
      [there.map(({ contract }) => contract), there.map(({ no }) => no)],
    );
    for (let at = 0; at < rows.length; at += 1_000) {
      const some = rows.slice(at, at + 1_000);
      const settings = { mutations_sync: '2' } as const;
      await clickhouse.command(
        `ALTER TABLE usage_record DELETE WHERE (contract_id, batch_no) IN (
           SELECT given.1, given.2 FROM (
             SELECT arrayJoin(arrayZip({contracts:Array(String)}, {numbers:Array(UInt64)})) AS given))`,
        { contracts: some.map(({ contract }) => contract), numbers: some.map(({ no }) => BigInt(no)) },
        settings,
      );
    }
  }
}
