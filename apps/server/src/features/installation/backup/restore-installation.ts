import { createHash } from 'node:crypto';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { onlyRow } from '../../../platform/clickhouse/answer.ts';
import type { ClickHouse } from '../../../platform/clickhouse/client.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { openPatient } from '../../../platform/postgres/open-patient.ts';
import { unmarkRestore } from '../../../platform/postgres/restore-mark.ts';
import { enterEpoch } from '../epoch/epoch.ts';
import { hashing } from './backup-installation.ts';
import { knownColumns } from './known-columns.ts';
import { assertNumbersGiven, onlyKnown } from './known-records.ts';
import { BadBackup, type Manifest } from './manifest.ts';
import { columnList } from './postgres-tables.ts';
import { takeUnproven } from './unproven-constraints.ts';
import { columnsIn } from './usage-parts.ts';

/** A backup, open for reading. */
export interface OpenBackup {
  readonly manifest: Manifest;
  /** The data of an entry. */
  read(path: string): Promise<Readable>;
}

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
 * usage database has when it fails is for the caller to remove. What the file
 * holds of others is left out, and told. Throws BadBackup when an entry is not as it was written.
 */
export async function restoreInstallation(
  { ownerUrl, db, clickhouse, epoch, tell }: Target,
  backup: OpenBackup,
): Promise<void> {
  const client = await openPatient(ownerUrl);
  try {
    await client.query('begin');
    await fillPostgres(client, backup, tell);
    await fillClickHouse(clickhouse, backup, tell);
    await dropUnmoved(client, clickhouse);
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

const batchesAtOnce = 1_000_000n;

/** Takes out the batches that PostgreSQL has not moved, as it stands now: they are still its own, and come again. */
async function dropUnmoved(client: pg.Client, clickhouse: ClickHouse): Promise<void> {
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

async function fillPostgres(
  client: pg.Client,
  { manifest, read }: OpenBackup,
  tell: (line: string) => void,
): Promise<void> {
  const { tables, sequences } = await onlyKnown(client, manifest, tell);
  await client.query('set constraints all deferred');
  // What guards a table against being filled by hand; rows that were sound when they were written are still so.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  const putBack = await takeUnproven(
    client,
    tables.map(({ name }) => name),
  );
  for (const { name } of tables.toReversed()) await client.query(`delete from ${name}`);
  for (const { name, columns, path, sha256, only } of tables) {
    // What cannot be read must not leave a COPY that waits for it.
    const entry = await read(path);
    const rows = client.query(copyFrom(`copy ${name} ${columnList(columns)} from stdin`));
    await pour(entry, [only(), rows], { path, sha256 });
  }
  await assertNumbersGiven(client, { tables, sequences });
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  // What is checked at the end is checked now: a table with checks to come takes no change.
  await client.query('set constraints all immediate');
  await putBack();
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}

async function fillClickHouse(
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
    // It ends the rows with the error that it meets, and whoever stores them with it.
    pipeline(await read(path), hashing(hash), rows).catch(() => {});
    await clickhouse.insert(`${table} (${known.columns.join(', ')})`, rows, { format: 'TabSeparated' });
    assertWhole(path, sha256, hash.digest('hex'));
  }
  if (strange.size > 0)
    tell(`These of the usage database are none of Usance's, and not restored: ${[...strange].join(', ')}.`);
}

async function pour(
  from: Readable,
  [through, into]: [Transform, Writable],
  { path, sha256 }: { path: string; sha256: string },
): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(from, hashing(hash), through, into);
  assertWhole(path, sha256, hash.digest('hex'));
}

function assertWhole(path: string, wanted: string, found: string): void {
  if (found !== wanted) throw new BadBackup(`${path} in the backup is not as it was written: the file is damaged.`);
}
