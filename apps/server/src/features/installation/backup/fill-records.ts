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

/** Fills PostgreSQL from a backup, in its open transaction. Throws BadBackup. */
export async function fillRecords(
  client: pg.Client,
  { manifest, read }: OpenBackup,
  tell: (line: string) => void,
): Promise<void> {
  const { tables, sequences } = await onlyKnown(client, manifest, tell);
  await client.query('set constraints all deferred');
  // The guards against manual writes; the rows passed them when they were first written.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const { name } of tables.toReversed()) await client.query(`delete from ${name}`);
  for (const { name, columns, path, sha256, only } of tables) {
    // Opens the entry first: an unreadable entry must not leave a COPY waiting.
    const entry = await read(path);
    const rows = client.query(copyFrom(`copy ${name} ${columnList(columns)} from stdin`));
    await pour(entry, [only(), rows], { path, sha256 });
  }
  await assertNumbersGiven(client, { tables, sequences });
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  // Runs the deferred checks now, because a table with pending checks cannot be altered.
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
