import { createHash, type Hash } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { unfinishedOf } from '#platform/data-dir/unfinished-file.ts';
import { OperatorError } from '#platform/failure/operator-error.ts';
import { assertAppliedByThis } from '#platform/postgres/migrate.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';
import { beginSnapshot } from './begin-snapshot.ts';
import { type Manifest, manifestPath } from './manifest.ts';
import {
  appliedMigrations,
  columnList,
  objectsOf,
  sequencesOf,
  tablesInOrder,
  tablesOfOthers,
} from './postgres-tables.ts';
import { removeCutOff } from './remove-cut-off.ts';
import { type UsagePart, usageParts, usageTablesOfOthers } from './usage-parts.ts';

interface Source {
  /** The URL of PostgreSQL for the owner of the tables. */
  readonly ownerUrl: string;
  readonly clickhouse: ClickHouse;
  readonly version: string;
  readonly now: Date;
  readonly tell: (line: string) => void;
}

/**
 * Writes the whole installation into one file, as of one moment, while it keeps working: a snapshot of PostgreSQL, and
 * the rows of the usage database that this snapshot knows. The file gets its name once it is complete and synced.
 * Tables of others are left out and reported.
 */
export async function backupInstallation(source: Source, file: string): Promise<Manifest> {
  const client = await openPatient(source.ownerUrl);
  const unfinished = unfinishedOf(file);
  try {
    await beginSnapshot(client);
    assertAppliedByThis(await appliedMigrations(client));
    removeCutOff(file, source.tell);
    const unwritable = (error: unknown) => Promise.reject(asUnwritable(error, file));
    const out = await open(unfinished, 'wx', 0o600).catch(unwritable);
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, out.createWriteStream()).catch(unwritable);
    const manifest = await Promise.race([
      addAll(zip, client, source),
      written.then(() => Promise.reject(new Error('The file ended before the backup did'))),
    ]);
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), manifestPath);
    zip.end();
    await written;
    await onDisk(unfinished);
    await link(unfinished, file).catch((error: unknown) => named(error, unfinished, file));
    await onDisk(dirname(file));
    await client.query('commit');
    await client.query(
      'insert into last_backup (taken_at) values (now()) on conflict (id) do update set taken_at = excluded.taken_at',
    );
    return manifest;
  } finally {
    await rm(unfinished, { force: true });
    await client.end().catch(() => {});
  }
}

async function addAll(zip: ZipFile, client: pg.Client, source: Source): Promise<Manifest> {
  const { clickhouse, version, now, tell } = source;
  const others = await tablesOfOthers(client);
  if (others.length > 0) tell(`These tables are not Usance's, and not in the backup: ${others.join(', ')}.`);
  const othersOfUsage = await usageTablesOfOthers(clickhouse);
  if (othersOfUsage.length > 0)
    tell(`These tables of the usage database are not Usance's, and not in the backup: ${othersOfUsage.join(', ')}.`);
  const tables: Manifest['postgres']['tables'] = [];
  for (const { name, columns } of await tablesInOrder(client)) {
    const path = `postgres/${name}`;
    const rows = client.query(copyTo(`copy ${name} ${columnList(columns)} to stdout`));
    tables.push({ name, columns, path, sha256: await add(zip, path, rows) });
  }
  const parts: Manifest['clickhouse']['parts'] = [];
  for await (const part of usageParts(client, clickhouse)) {
    const path = `clickhouse/${part.table}/${part.month}`;
    parts.push({
      table: part.table,
      columns: part.columns,
      path,
      sha256: await add(zip, path, await rowsOf(clickhouse, part)),
    });
  }
  const migrations = await clickhouse.query<{ name: string }>(
    'SELECT DISTINCT name FROM schema_migrations ORDER BY name',
  );
  return {
    format: 'usance-backup-1',
    version,
    madeAt: now.toISOString(),
    // Sequences come last: they ignore snapshots, and a skipped number does no harm.
    postgres: {
      migrations: await appliedMigrations(client),
      tables,
      sequences: await sequencesOf(client),
      objects: await objectsOf(client),
    },
    clickhouse: { migrations: migrations.map(({ name }) => name), parts },
  };
}

function rowsOf(clickhouse: ClickHouse, { table, columns, where, params }: UsagePart): Promise<Readable> {
  const listed = columns.map((column) => `\`${column.replaceAll(/[\\`]/g, '\\$&')}\``).join(', ');
  return clickhouse.stream(`SELECT ${listed} FROM ${table} WHERE ${where}`, params, 'TabSeparated');
}

/** Adds a stream under a path, waits for its end, and returns its digest. */
async function add(zip: ZipFile, path: string, rows: Readable): Promise<string> {
  const hash = createHash('sha256');
  const hashed = hashing(hash);
  zip.addReadStream(hashed, path, { compressionLevel: 1, forceZip64Format: true });
  await pipeline(rows, hashed);
  return hash.digest('hex');
}

/** Passes all data on and feeds the hash. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Turns refusals of the file system, such as a full disk, into an OperatorError. */
function asUnwritable(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new OperatorError(
    `${file} cannot be written: ${error.message}. Name a file that this user may write, on a disk with room.`,
  );
}

/** A link, unlike a rename, never replaces an existing file; some file systems have no links. */
async function named(error: unknown, unfinished: string, file: string): Promise<void> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EEXIST')
    throw new OperatorError(`${file} was created by another process meanwhile: name another file.`);
  await rename(unfinished, file);
}

async function onDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}
