import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitBackups } from '#platform/postgres/backup-lock.ts';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';
import { openOlderPostgres } from '#testing/test-postgres.ts';
import { beginSnapshot } from './begin-snapshot.ts';
import { backup, furnished, limitMs, newFolder } from './installation.fixture.ts';
import { openBackup } from './open-backup.ts';

let installation: Awaited<ReturnType<typeof furnished>>['installation'];
beforeAll(async () => {
  ({ installation } = await furnished(newFolder()));
}, limitMs);
afterAll(() => installation.close());

const writeEntriesAnew = `begin;
  lock table entry in access exclusive mode nowait;
  alter table entry alter column amount type numeric(38, 8) using amount + 0;
  commit`;

it('a backup prevents the rewrite of a table that it has not read yet, and has all its rows', async () => {
  const file = join(newFolder(), 'backup.zip');
  // The snapshot is taken, and no table is read yet.
  let rewritten: Promise<unknown> | undefined;
  const { clickhouse } = installation.deps;
  const query: typeof clickhouse.query = async (...asked) => {
    rewritten ??= installation.ownerScript(writeEntriesAnew).catch((error: { code: string }) => error.code);
    await rewritten;
    return clickhouse.query(...asked);
  };
  const deps = { ...installation.deps, clickhouse: { ...clickhouse, query } };
  await backup({ ...installation, deps }, file);
  const entries = await installation.deps.db.selectFrom('entry').select('amount').execute();
  expect(entries.length).toBeGreaterThan(0);
  const { read, close } = await openBackup(file);
  const lines = (await text(await read('postgres/entry'))).split('\n');
  close();
  expect(lines.length - 1).toBe(entries.length);
  expect(await rewritten).toBe('55P03');
  await installation.ownerScript(writeEntriesAnew);
});

it('a backup is refused after a migration by another version, whose tables it does not know', async () => {
  await installation.ownerScript(`insert into schema_migration (name) values ('9999-of-tomorrow.sql')`);
  await expect(backup(installation, join(newFolder(), 'backup.zip'))).rejects.toThrow('another version');
});

describe('a migration beside a backup', () => {
  let older: Awaited<ReturnType<typeof openOlderPostgres>>;
  // One that makes no table: an installation that lacks one is not backed up at all.
  const missing = '0051-first-rows.sql';
  const others = readdirSync(new URL('../../../../migrations/postgres/', import.meta.url)).filter(
    (file) => file.endsWith('.sql') && file !== missing,
  );
  beforeAll(async () => {
    older = await openOlderPostgres({ lacks: (file) => file === missing });
  });
  afterAll(() => older.close());

  it('does not run if its waiting client has gone', async () => {
    const client = await openPatient(older.ownerUrl);
    await beginSnapshot(client);
    const owner = new pg.Client(older.ownerUrl);
    owner.on('error', () => {});
    await owner.connect();
    const script = async (text: string) => void (await owner.query(text));
    const migrating = migratePostgres({ ...older, script }).catch(() => 'has gone');
    await vi.waitUntil(async () => (await waitingFor('advisory')) > 0, limitMs);
    (owner as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    expect(await migrating).toBe('has gone');
    await vi.waitUntil(async () => (await waitingFor('advisory')) === 0, 20_000);
    await client.end();
  });

  it('waits for the backup with a message, without blocking other sessions', async () => {
    const client = await openPatient(older.ownerUrl);
    await beginSnapshot(client);
    const told: string[] = [];
    const migrating = migratePostgres(older, { tell: (line) => told.push(line) });
    await vi.waitUntil(async () => (await waitingFor('advisory')) > 0, limitMs);
    expect(told).toEqual([expect.stringContaining('when that is done')]);
    expect(await waitingFor('relation')).toBe(0);
    await client.end();
    await migrating;
    const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(older.db);
    expect(rows.map(({ name }) => name).sort()).toEqual([missing, ...others].sort());
  });

  it('makes the backup wait', async () => {
    const client = await openPatient(older.ownerUrl);
    const migrating = await openPatient(older.ownerUrl);
    await migrating.query(`begin; ${awaitBackups}`);
    const begun = beginSnapshot(client);
    await vi.waitUntil(async () => (await waitingFor('advisory')) > 0, limitMs);
    await migrating.query('commit');
    await begun;
    for (const each of [client, migrating]) await each.end();
  });

  async function waitingFor(kind: string): Promise<number> {
    const { rows } = await sql<{ there: number }>`
      select count(*)::int as there from pg_locks where locktype = ${kind} and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(older.db);
    return rows[0]?.there ?? 0;
  }
});
