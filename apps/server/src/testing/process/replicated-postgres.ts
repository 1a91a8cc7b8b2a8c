import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '#platform/postgres/embedded/binaries.ts';
import { give } from '#platform/postgres/embedded/cluster.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { killAllOn } from '#platform/postgres/embedded/left-behind.ts';
import { ownerOfPostgres } from '#platform/postgres/embedded/owner.ts';
import { socketFolderFor } from '#platform/postgres/embedded/socket-folder.ts';
import { startPostgres } from '#platform/postgres/embedded/start-postgres.ts';
import { hasEnded } from '#platform/process/keep-running.ts';
import { silent } from '../silent-log.ts';

/** A PostgreSQL and its streaming replica. */
export interface ReplicatedPostgres {
  readonly ownerUrl: string;
  readonly url: string;
  /** The same database and role on the replica. */
  onReplica(url: string): string;
  /** Has the replica receive the log without following it, as behind a long query; or follow it again. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Kills the replica with all its connections. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a PostgreSQL, and a replica on a copy of its files, from the binaries that the product brings. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-replicated-'));
  // The user who runs the replica finds the socket of the primary by its path.
  chmodSync(dataDir, 0o711);
  const data = join(dataDir, 'postgres', 'data');
  const folder = join(dataDir, 'replica');
  const copy = join(folder, 'data');
  const open = () => startEmbeddedPostgres({ dataDir, log: silent, mayForget: true });
  await (await open()).close();
  const owner = ownerOfPostgres(data);
  mkdirSync(folder, { mode: 0o700 });
  give(folder, owner);
  execFileSync('cp', ['-a', data, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');

  const primary = await open();
  const source = new pg.Client(primary.ownerUrl);
  const socketFolder = socketFolderFor(folder, { owner, tell: () => {} });
  const place = {
    folder,
    socketFolder,
    binaries: findBinaries({ owner, dataDir, tell: () => {} }),
    owner,
    settings: {
      fsync: 'off',
      primary_conninfo: `host=${source.host} port=5432 user=${source.user} password=${source.password}`,
    },
  };
  const onReplica = (url: string) => {
    const there = new URL(url);
    there.searchParams.set('host', socketFolder);
    return there.href;
  };
  const command = async (text: string, url = onReplica(primary.ownerUrl)) => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  let started = startPostgres(place, () => {});
  const start = async () => {
    if (hasEnded(started.child)) started = startPostgres(place, () => {});
    // It never says that it is ready, which only a primary is.
    started.ready.catch(() => {});
    while (
      !(await command('select 1').then(
        () => true,
        () => false,
      ))
    )
      if (hasEnded(started.child)) throw new Error('The replica did not start');
  };
  const kill = async () => {
    const ended = new Promise((resolve) => started.child.once('exit', resolve));
    await killAllOn(copy);
    await ended;
  };
  await start();
  // An acknowledged commit is on disk, as in every server that Usance accepts.
  await command('alter role all set synchronous_commit = on', primary.ownerUrl);
  return {
    ownerUrl: primary.ownerUrl,
    url: primary.url,
    onReplica,
    pause: () => command('select pg_wal_replay_pause()'),
    resume: () => command('select pg_wal_replay_resume()'),
    kill,
    start,
    close: async () => {
      await kill();
      await primary.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
