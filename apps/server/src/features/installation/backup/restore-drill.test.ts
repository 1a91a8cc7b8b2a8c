import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { statements } from '@usance/api/billing/statement';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openUsage } from '#platform/engines/open-engines.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { markRestore } from '#platform/postgres/restore-mark.ts';
import { internalCaller } from '#testing/callers.ts';
import { silent } from '#testing/silent-log.ts';
import { openInstallation } from '../../../open-installation.ts';
import { restoreInto } from '../../../restore-into.ts';
import { restoring } from '../epoch/difference.ts';
import { assertTogether, EnginesApart } from '../epoch/epoch.ts';
import {
  backup,
  furnished,
  limitMs,
  meterMore,
  newFolder,
  octoberRated,
  opened,
  problemsOf,
  restore,
} from './installation.fixture.ts';
import { BadBackup } from './manifest.ts';
import { openBackup } from './open-backup.ts';

// An earlier state of an installation, and its backup, made while more data arrived.
const then = newFolder();
const now = newFolder();
const file = join(newFolder(), 'backup.zip');
let contractId: string;
let rowsThen: number;
beforeAll(async () => {
  const furnishing = await furnished(now);
  contractId = furnishing.contractId;
  rowsThen = (await octoberRated(furnishing.installation, contractId)).rows;
  await furnishing.installation.close();
  execFileSync('cp', ['-a', `${now}/.`, then]);
  const later = await opened(now);
  await Promise.all([backup(later, file), meterMore(later, contractId)]);
  await later.close();
}, limitMs);

/** Creates a folder with PostgreSQL of one time and the usage database of another. */
function mixed(postgres: string, clickhouse: string): string {
  const folder = newFolder();
  for (const name of ['postgres', 'postgres-password']) execFileSync('cp', ['-a', join(postgres, name), folder]);
  execFileSync('cp', ['-a', join(clickhouse, 'clickhouse'), folder]);
  return folder;
}

describe('a backup', { timeout: limitMs }, () => {
  it('restores the state of its beginning, despite later changes, and continues from there', async () => {
    const dataDir = newFolder();
    await restore(file, { DATA_DIR: dataDir });
    const restored = await opened(dataDir);
    await assertTogether(restored.deps);
    expect(await problemsOf(restored.deps)).toEqual({});
    const { rows } = await octoberRated(restored, contractId);
    expect([rowsThen, rowsThen + 1]).toContain(rows);
    const { items } = await internalCaller(restored).call(statements.list, { params: { id: contractId }, query: {} });
    expect(items).toMatchObject([{ month: '2026-09', amount: '2.00000000' }]);
    await meterMore(restored, contractId);
    expect((await octoberRated(restored, contractId)).rows).toBe(rows + 1);
    expect(await problemsOf(restored.deps)).toEqual({});
    // The guards are enabled again.
    await expect(restored.ownerScript('update entry set amount = 1')).rejects.toMatchObject({ code: '23001' });
    await restored.close();
    await expect(restore(file, { DATA_DIR: dataDir })).rejects.toThrow('is not empty');

    const halfOld = await opened(mixed(then, dataDir));
    await expect(assertTogether(halfOld.deps)).rejects.toThrow('two installations');
    await halfOld.close();
  });

  it('restores into a PostgreSQL named by URL, and refuses one with data', async () => {
    const elsewhere = await startEmbeddedPostgres({ dataDir: newFolder(), log: silent });
    const dataDir = newFolder();
    const env = { DATA_DIR: dataDir, DATABASE_URL: elsewhere.url, DATABASE_OWNER_URL: elsewhere.ownerUrl };
    await restore(file, env);
    const { deps, close } = await openInstallation(readConfig(env), silent);
    expect(await problemsOf(deps)).toEqual({});
    await close();
    await expect(restore(file, { ...env, DATA_DIR: newFolder() })).rejects.toThrow('is not empty');
    await elsewhere.close();
  });

  it('that is cut off or damaged is refused, and no server starts until another restore succeeds', async () => {
    const bytes = readFileSync(file);
    const cut = join(newFolder(), 'cut.zip');
    writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
    const target = newFolder();
    await expect(restore(cut, { DATA_DIR: target })).rejects.toThrow(BadBackup);
    await expect(opened(target)).rejects.toThrow('was not finished');

    const { manifest, read, close } = await openBackup(file);
    for (const damaged of [`postgres/entry`, 'clickhouse/usage_record/202609']) {
      const dataDir = newFolder();
      const half = async (path: string) => {
        const whole = await read(path);
        return path === damaged ? whole.pipe(new PassThrough({ transform: cutHalf })) : whole;
      };
      const broken = async () => ({ manifest, read: half, close: () => {} });
      const attempt = restoreInto(readConfig({ DATA_DIR: dataDir }), broken, silent, () => {});
      await expect(attempt).rejects.toThrow(BadBackup);
      await expect(opened(dataDir)).rejects.toThrow('was not finished');
      // None of its rows are left, so another attempt starts from empty databases.
      await restore(file, { DATA_DIR: dataDir });
    }
    const [contracts] = manifest.postgres.tables.filter(({ name }) => name === 'contract');
    const tables = [...manifest.postgres.tables, ...(contracts ? [contracts] : [])];
    const doubled = async () => ({
      manifest: { ...manifest, postgres: { ...manifest.postgres, tables } },
      ...{ read, close: () => {} },
    });
    const attempt = restoreInto(readConfig({ DATA_DIR: newFolder() }), doubled, silent, () => {});
    await expect(attempt).rejects.toThrow(BadBackup);
    close();
  });
});

/** Loses half of every chunk. */
function cutHalf(chunk: Buffer, _: unknown, done: (error: null, kept: Buffer) => void): void {
  done(null, chunk.subarray(0, chunk.length / 2));
}

describe('a restore that was cut off', { timeout: limitMs }, () => {
  it('is not served, and is replaced by the next', async () => {
    const dataDir = newFolder();
    const { manifest, read, close } = await openBackup(file);
    // The state after a kill: partly filled, still marked, not cleaned up.
    const embedded = await startEmbeddedPostgres({ dataDir, log: silent });
    const postgres = await openPostgres(embedded.ownerUrl);
    const clickhouse = await openUsage({ dataDir, log: silent });
    await markRestore(postgres, 'cut');
    await clickhouse.insert('installation', [{ epoch: `${restoring}cut`, begun_at: new Date(0).toISOString() }]);
    await migratePostgres(postgres, { only: manifest.postgres.migrations });
    const part = manifest.clickhouse.parts[0];
    if (part) {
      const table = `${part.table} (${part.columns.join(', ')})`;
      await clickhouse.insert(table, await read(part.path), { format: 'TabSeparated' });
    }
    close();
    for (const each of [clickhouse, postgres, embedded]) await each.close();

    await expect(opened(dataDir)).rejects.toThrow('was not finished');
    await expect(openInstallation(readConfig({ DATA_DIR: dataDir }), silent)).rejects.toThrow('was not finished');
    await restore(file, { DATA_DIR: dataDir });
    const restored = await opened(dataDir);
    expect(await problemsOf(restored.deps)).toEqual({});
    await restored.close();
  });

  it('or failed leaves data of others alone', async () => {
    const dataDir = newFolder();
    await restore(file, { DATA_DIR: dataDir });
    const elsewhere = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', CLICKHOUSE_URL: 'http://127.0.0.1:1' };
    await expect(restore(file, { DATA_DIR: dataDir, ...elsewhere })).rejects.toThrow();
    await expect(restore(file, { DATA_DIR: dataDir })).rejects.toThrow('is not empty');
    const untouched = await opened(dataDir);
    expect(await problemsOf(untouched.deps)).toEqual({});
    await untouched.close();
  });
});

describe('a batch that was not yet moved when the backup began', { timeout: limitMs }, () => {
  it('is still to be moved after the restore, and counts once', async () => {
    const beside = newFolder();
    execFileSync('cp', ['-a', `${now}/.`, beside]);
    const installation = await opened(beside);
    // The state of PostgreSQL's snapshot while the batch is being moved.
    await installation.ownerScript(`
      update usage_batch set moved_at = null, payload = (
        select json_agg(row)::text from (select 1) as none, lateral (select '${contractId}' as contract_id) as row)
      where batch_no = (select max(batch_no) from usage_batch)`);
    const pending = join(newFolder(), 'pending.zip');
    await backup(installation, pending);
    await installation.close();
    const dataDir = newFolder();
    await restore(pending, { DATA_DIR: dataDir });
    const restored = await opened(dataDir);
    const waiting = await restored.deps.db
      .selectFrom('usage_batch')
      .select('batch_no')
      .where('moved_at', 'is', null)
      .executeTakeFirstOrThrow();
    const [there] = await restored.deps.clickhouse.query<{ rows: string }>(
      'SELECT count() AS rows FROM usage_record WHERE batch_no = {no:UInt64}',
      { no: BigInt(waiting.batch_no) },
    );
    expect(there?.rows).toBe('0');
    await restored.close();
  });
});

describe('databases of different times', { timeout: limitMs }, () => {
  it.each([
    ['PostgreSQL', then, now, 'ahead'],
    ['the usage database', now, then, 'behind'],
  ] as const)('are detected and refused when %s is older', async (_, postgres, clickhouse, word) => {
    const apart = await opened(mixed(postgres, clickhouse));
    await expect(assertTogether(apart.deps)).rejects.toThrow(EnginesApart);
    const problems = await problemsOf(apart.deps);
    expect(problems['the two databases belong together']).toContain(word);
    expect(problems['usage is stored as it was acknowledged']).toMatch(/batch \d/);
    await apart.close();
  });
});
