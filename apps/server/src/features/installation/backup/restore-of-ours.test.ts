import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { silent } from '#testing/silent-log.ts';
import { restoreInto } from '../../../restore-into.ts';
import { backup, furnished, limitMs, newFolder, opened, problemsOf } from './installation.fixture.ts';
import type { Manifest } from './manifest.ts';
import { type OpenBackup, openBackup } from './open-backup.ts';

const file = join(newFolder(), 'backup.zip');
const toldAtBackup: string[] = [];
let kept: Awaited<ReturnType<typeof openBackup>>;
beforeAll(async () => {
  const { installation } = await furnished(newFolder());
  await installation.ownerScript(`
    create table "statement before fix" as select * from statement;
    create table noted (it serial, statement_id text);
    alter table contract add "Cost ""Centre" text default E'a\\tb\\nc', add doubled text generated always as (tags || tags) stored;
    create index by_tags on contract (tags);
    create view of_today as select now()`);
  for (const table of ['usage_record', 'purchase'])
    await installation.deps.clickhouse.command(`ALTER TABLE ${table} ADD COLUMN \`of mine\` String DEFAULT 'a\tb'`);
  await installation.deps.clickhouse.command('CREATE TABLE `hourly report` (n UInt8) ENGINE = MergeTree ORDER BY n');
  await backup(installation, file, (line) => toldAtBackup.push(line));
  await installation.close();
  kept = await openBackup(file);
}, limitMs);
afterAll(() => kept.close());

/** Restores a backup into a new folder, and returns the reports. */
async function restored(backup: OpenBackup): Promise<{ dataDir: string; told: string[] }> {
  const dataDir = newFolder();
  const told: string[] = [];
  const open = async () => ({ ...backup, close: () => {} });
  await restoreInto(readConfig({ DATA_DIR: dataDir }), open, silent, (line) => told.push(line));
  return { dataDir, told };
}

/** The backup with a changed manifest. */
function changed(change: (manifest: Manifest) => void): OpenBackup {
  const manifest = structuredClone(kept.manifest);
  change(manifest);
  return { ...kept, manifest };
}

describe('an installation with tables of others beside its own', { timeout: limitMs }, () => {
  it('is backed up without them, with a report, and restored', async () => {
    expect(toldAtBackup).toEqual([
      expect.stringMatching(/not in the backup.*: noted, statement before fix\.$/),
      expect.stringMatching(/usage database.* not in the backup: hourly report\.$/),
    ]);
    const { dataDir, told } = await restored(kept);
    expect(told).toEqual([
      `These are not Usance's, and not restored: ${[
        'index public.by_tags',
        'sequence public.noted_it_seq',
        'table column public.contract.doubled',
        'table public."statement before fix"',
        'table public.noted',
        'view public.of_today',
        'column Cost "Centre of contract',
      ].join(', ')}.`,
      "These of the usage database are not Usance's, and not restored: column of mine of usage_record, column of mine of purchase.",
    ]);
    const installation = await opened(dataDir);
    expect(await problemsOf(installation.deps)).toEqual({});
    await installation.close();
  });

  it('is restored without them from a file that has them', async () => {
    const withCopy = changed(({ postgres: { tables, sequences } }) => {
      tables.push({ name: 'noted', columns: ['it'], path: 'postgres/noted', sha256: '0'.repeat(64) });
      sequences.push({ name: 'noted_it_seq', value: '1', isCalled: false });
    });
    const { dataDir, told } = await restored(withCopy);
    expect(told).toContainEqual(expect.stringMatching(/not restored: .* noted, noted_it_seq\.$/));
    const installation = await opened(dataDir);
    expect(await problemsOf(installation.deps)).toEqual({});
    await installation.close();
  });

  it.each(['usage_batch_batch_no_seq', 'purchase_run_no'])(
    'is not restored if %s would repeat a number',
    async (name) => {
      const back = changed(({ postgres }) => {
        const others = postgres.sequences.filter((sequence) => sequence.name !== name);
        postgres.sequences = [...others, { name, value: '1', isCalled: false }];
      });
      await expect(restored(back)).rejects.toThrow(`${name} has not reached`);
    },
  );

  it('is not restored from a file that lacks one of its own tables', async () => {
    const lacking = changed(({ postgres }) => {
      postgres.tables = postgres.tables.filter(({ name }) => name !== 'due_date');
    });
    await expect(restored(lacking)).rejects.toThrow('lacks due_date');
  });
});
