import { createHash } from 'node:crypto';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hashing } from './backup-installation.ts';
import { assertNumbersGiven, onlyKnown } from './known-records.ts';
import { assertWhole } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { columnList } from './postgres-tables.ts';

/** Fills PostgreSQL from a backup, in the transaction that is open there. Throws BadBackup. */
export async function fillRecords(
  client: pg.Client,
  { manifest, read }: OpenBackup,
  tell: (line: string) => void,
): Promise<void> {
  const { tables, sequences } = await onlyKnown(client, manifest, tell);
  await client.query('set constraints all deferred');
  // What guards a table against being filled by hand; rows that were sound when they were written are still so.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
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
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
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
