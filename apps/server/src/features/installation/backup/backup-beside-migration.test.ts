import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a backup keeps a table that it has not read yet from being written anew, and has all its rows', async () => {
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

it('a backup is refused where another version has migrated since, whose tables it does not know', async () => {
  await installation.ownerScript(`insert into schema_migration (name) values ('9999-of-tomorrow.sql')`);
  await expect(backup(installation, join(newFolder(), 'backup.zip'))).rejects.toThrow('another version');
});
