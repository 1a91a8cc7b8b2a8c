import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { markDisk } from '../../disk-mark.ts';
import { keptSecret } from '../../kept-secret.ts';
import { type EngineLog, keepRunning } from '../../process/keep-running.ts';
import { appRole } from '../app-role.ts';
import { connectionTo } from '../connection.ts';
import { findBinaries } from './binaries.ts';
import { give, giveAll, holdsCluster, majorIn, makeCluster, ownerRole } from './cluster.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { stopLeftBehind } from './left-behind.ts';
import { ownerOfPostgres } from './owner.ts';
import { socketFolderFor } from './socket-folder.ts';
import { startPostgres, stopPostgres } from './start-postgres.ts';

export interface EmbeddedPostgres {
  /** For the application, which may not drop or change what guards its data. */
  readonly url: string;
  /** For migrations. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

interface Options {
  readonly dataDir: string;
  readonly log: EngineLog;
  /** Trades what a cut of power would leave for speed: for data that nobody will miss. */
  readonly mayForget?: boolean;
}

const database = 'usance';
const passwordName = 'postgres-password';
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * PostgreSQL itself, as a child process on `dataDir/postgres`, made there the first time; it is kept running until it is
 * closed, and stops by itself when this process dies. Call it with DATA_DIR locked. Throws OperatorError.
 */
export async function startEmbeddedPostgres({ dataDir, log, mayForget = false }: Options): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  const data = join(folder, 'data');
  const owner = ownerOfPostgres(data);
  const binaries = findBinaries({ owner, dataDir, madeBy: majorIn(data), tell: (line) => log.info(line) });
  const isThere = holdsCluster(folder, binaries);
  if (isThere && !existsSync(join(dataDir, passwordName)))
    throw new EmbeddedPostgresUnusable(
      `${join(dataDir, passwordName)} is missing: put it back from where ${folder} came from.`,
    );
  // Nothing is touched before it is known to be ours.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  markDisk(folder);
  // The folder itself, where it lies on another disk by a link.
  give(realpathSync(folder), owner);
  // Root's copy of a folder is root's.
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
    // Port and mode are said, or the environment's would hold.
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

/** Makes the database and the application's role where they are missing; answers the role's new password. */
async function furnish(url: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const client = new pg.Client(connectionTo(url));
  // Whoever waits for it learns that it was cut.
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
