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

/** Deletes batches that PostgreSQL, in its current state, has not moved: it still has them, and moves them again. */
export async function dropUnmoved(client: pg.Client, clickhouse: ClickHouse): Promise<void> {
  const stored = await clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  for (let from = 0n; from <= BigInt(onlyRow(stored).last); from += batchesAtOnce) {
    const range = { from, until: from + batchesAtOnce };
    const there = await clickhouse.query<{ no: string }>(
      'SELECT DISTINCT batch_no AS no FROM usage_record WHERE batch_no >= {from:UInt64} AND batch_no < {until:UInt64}',
      range,
    );
    const { rows } = await client.query<{ no: string }>(
      `select no::text from unnest($1::bigint[]) as given (no)
       where not exists (select from usage_batch where batch_no = no and moved_at is not null)`,
      [there.map(({ no }) => no)],
    );
    for (let at = 0; at < rows.length; at += 1_000) {
      const batches = rows.slice(at, at + 1_000).map(({ no }) => BigInt(no));
      const settings = { mutations_sync: '2' } as const;
      await clickhouse.command(
        'ALTER TABLE usage_record DELETE WHERE batch_no IN {batches:Array(UInt64)}',
        { batches },
        settings,
      );
    }
  }
}
