import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openUsage } from '#platform/engines/open-engines.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { markRestore } from '#platform/postgres/restore-mark.ts';
import { silent } from '#testing/silent-log.ts';
import { openInstallation } from '../../../open-installation.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { backup, furnished, limitMs, newFolder, opened, problemsOf, restore } from './installation.fixture.ts';

const file = join(newFolder(), 'backup.zip');
beforeAll(async () => {
  const { installation } = await furnished(newFolder());
  await backup(installation, file);
  await installation.close();
}, limitMs);

const namedBy = ({ url, ownerUrl }: EmbeddedPostgres) => ({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });

describe('a restore', { timeout: limitMs }, () => {
  it('never empties a usage database that it has not filled', async () => {
    const dataDir = newFolder();
    await restore(file, { DATA_DIR: dataDir });
    const elsewhere = await startEmbeddedPostgres({ dataDir: newFolder(), log: silent });
    const owner = await openPostgres(elsewhere.ownerUrl);
    await markRestore(owner, 'cut');
    await owner.close();
    const intoIt = restore(file, { DATA_DIR: dataDir, ...namedBy(elsewhere) });
    await expect(intoIt).rejects.toThrow('usage database is not empty');
    await elsewhere.close();
    const untouched = await opened(dataDir);
    expect(await problemsOf(untouched.deps)).toEqual({});
    await untouched.close();
  });

  it('into a usage database excludes another, and leaves it complete', async () => {
    const servers = [newFolder(), newFolder()].map((dataDir) => startEmbeddedPostgres({ dataDir, log: silent }));
    const usage = await openUsage({ dataDir: newFolder(), log: silent });
    const outcomes = await Promise.allSettled(
      servers.map(async (server) => {
        const env = { DATA_DIR: newFolder(), ...namedBy(await server), CLICKHOUSE_URL: usage.url ?? '' };
        await restore(file, env);
        return env;
      }),
    );
    const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(done.length).toBeLessThan(2);
    for (const env of done) {
      const { deps, close } = await openInstallation(readConfig(env), silent);
      expect(await problemsOf(deps)).toEqual({});
      await close();
    }
    for (const server of servers) await (await server).close();
    await usage.close();
  });

  it('leaves no mark of a demonstration, which would make the next start remove its data', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'demo-unfinished'), '');
    await restore(file, { DATA_DIR: dataDir });
    expect(existsSync(join(dataDir, 'demo-unfinished'))).toBe(false);
  });

  it('leaves the mark of a demonstration in embedded databases that it does not fill', async () => {
    const elsewhere = await startEmbeddedPostgres({ dataDir: newFolder(), log: silent });
    const usage = await openUsage({ dataDir: newFolder(), log: silent });
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'demo-unfinished'), '');
    await restore(file, { DATA_DIR: dataDir, ...namedBy(elsewhere), CLICKHOUSE_URL: usage.url ?? '' });
    expect(existsSync(join(dataDir, 'demo-unfinished'))).toBe(true);
    await usage.close();
    await elsewhere.close();
  });

  it('keeps what it has committed when the answer to COMMIT is lost', async () => {
    const elsewhere = await startEmbeddedPostgres({ dataDir: newFolder(), log: silent });
    const losing = await losingTheCommit(elsewhere);
    const dataDir = newFolder();
    const through = { DATA_DIR: dataDir, DATABASE_URL: losing.url, DATABASE_OWNER_URL: losing.url };
    await expect(restore(file, through)).rejects.toThrow();
    expect(losing.cuts()).toBe(1);
    const { deps, close } = await openInstallation(readConfig({ DATA_DIR: dataDir, ...namedBy(elsewhere) }), silent);
    await assertTogether(deps);
    expect(await problemsOf(deps)).toEqual({});
    expect(await deps.db.selectFrom('contract').select('id').execute()).toHaveLength(1);
    await close();
    losing.close();
    await elsewhere.close();
  });
});

/** A proxy to a server that is cut when the server answers the COMMIT of a restore. */
async function losingTheCommit({ ownerUrl }: EmbeddedPostgres) {
  const { username, password, searchParams } = new URL(ownerUrl);
  const socket = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
  let cuts = 0;
  const proxy = createServer((client) => {
    const server = connect(socket);
    let completes = false;
    let isLost = false;
    client.on('data', (asked: Buffer) => {
      completes ||= asked.includes('drop table public.restore_unfinished');
      isLost ||= completes && asked.includes('commit\0');
      server.write(asked);
    });
    server.on('data', (answer: Buffer) => {
      if (!isLost) return void client.write(answer);
      cuts += 1;
      cut(client, server);
    });
    for (const end of [client, server]) end.on('error', () => {}).on('close', () => cut(client, server));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/usance?sslmode=disable`;
  return { url, cuts: () => cuts, close: () => void proxy.close() };
}

function cut(...ends: Socket[]): void {
  for (const end of ends) end.destroy();
}
