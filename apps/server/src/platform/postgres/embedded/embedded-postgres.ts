import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { markDisk } from '../../data-dir/disk-mark.ts';
import { keptSecret } from '../../data-dir/kept-secret.ts';
import { type EngineLog, keepRunning } from '../../process/keep-running.ts';
import { connectionTo } from '../connection.ts';
import { appRole } from '../role/app-role.ts';
import { findBinaries } from './binaries.ts';
import { give, giveAll, holdsCluster, majorIn, makeCluster, ownerRole } from './cluster.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { stopLeftBehind } from './left-behind.ts';
import { ownerOfPostgres } from './owner.ts';
import { socketFolderFor } from './socket-folder.ts';
import { startPostgres, stopPostgres } from './start-postgres.ts';

export interface EmbeddedPostgres {
  /** The application's URL, whose role cannot drop or change the guards of its data. */
  readonly url: string;
  /** The owner's URL, for migrations. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

interface Options {
  readonly dataDir: string;
  readonly log: EngineLog;
  /** True trades durability in a power cut for speed, for data that may be lost. */
  readonly mayForget?: boolean;
}

const database = 'usance';
const passwordName = 'postgres-password';
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL as a child process on `dataDir/postgres`, created on first use. It is kept running until `close`,
 * and stops by itself if this process dies. The caller holds the lock of DATA_DIR. Throws OperatorError.
 */
export async function startEmbeddedPostgres({ dataDir, log, mayForget = false }: Options): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  const data = join(folder, 'data');
  const owner = ownerOfPostgres(data);
  const binaries = findBinaries({ owner, dataDir, madeBy: majorIn(data), tell: (line) => log.info(line) });
  const isThere = holdsCluster(folder, binaries);
  if (isThere && !existsSync(join(dataDir, passwordName)))
    throw new EmbeddedPostgresUnusable(
      `${join(dataDir, passwordName)} is missing: copy it from the place that ${folder} came from.`,
    );
  // The checks above come first, so that a folder of others is never touched.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  markDisk(folder);
  // Resolves a link to another disk, so that the folder itself changes its owner.
  give(realpathSync(folder), owner);
  // A copy of the folder made by root belongs to root.
  if (owner.uid !== undefined && existsSync(data) && statSync(data).uid === 0) giveAll(data, owner);
  const password = keptSecret(dataDir, passwordName);
  if (!isThere) await makeCluster(folder, { binaries, owner, password, sync: !mayForget });

  const socketFolder = socketFolderFor(folder, { owner, tell: (line) => log.info(line) });
  const place = { folder, socketFolder, binaries, owner, settings: mayForget ? forgetful : {} };
  const hear = (said: string) => log.warn(`records database: ${said}`);
  const start = async () => {
    await stopLeftBehind(folder);
    return startPostgres(place, hear);
  };
  const stop = (child: ChildProcess) => stopPostgres(child, data);
  const kept = await keepRunning({ name: 'The embedded records database', start, stop }, log);
  const close = async () => {
    await kept.close();
    if (socketFolder !== folder) rmSync(socketFolder, { recursive: true, force: true });
  };
  const urlOf = (role: string, secret: string, name: string) =>
    // Names port and mode, or those of the environment would apply.
    `postgres://${role}:${secret}@localhost:5432/${name}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`;
  try {
    const appPassword = await furnish(urlOf(ownerRole, password, 'postgres'));
    log.info('The embedded records database is open');
    return { url: urlOf(appRole, appPassword, database), ownerUrl: urlOf(ownerRole, password, database), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the database and the application's role if missing; returns the role's new password. */
async function furnish(url: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const client = new pg.Client(connectionTo(url));
  // The query itself fails when the connection is cut.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole}; end if;
      end $$;
      alter role ${appRole} login password '${password}'`);
  } finally {
    await client.end();
  }
  return password;
}
