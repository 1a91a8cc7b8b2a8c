import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { killAllOn } from './left-behind.ts';
import type { PostgresOwner } from './owner.ts';

export const ownerRole = 'usance_owner';

/**
 * The data folder as PostgreSQL is told it. PostgreSQL runs in that folder and need not walk there, so that `nobody`
 * can use it inside a DATA_DIR that only root may enter.
 */
export function dataArgument(data: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : data;
}

/** True if the folder holds a database of this PostgreSQL. Throws if it holds anything else. */
export function holdsCluster(folder: string, { major }: Binaries): boolean {
  if (existsSync(join(folder, 'PG_VERSION'))) {
    throw new EmbeddedPostgresUnusable(
      `${folder} was made by a version of Usance that embedded another engine (PGlite), which this one cannot open; it is left as it is. Go back to that version, or set another DATA_DIR.`,
    );
  }
  const data = join(folder, 'data');
  const made = versionIn(data);
  if (made === undefined) {
    if (isFree(data)) return false;
    throw new EmbeddedPostgresUnusable(
      `${data} exists but holds no complete database of PostgreSQL: restore its content or, if it is a link, its target; or set another DATA_DIR.`,
    );
  }
  if (made === String(major)) return true;
  throw new EmbeddedPostgresUnusable(
    `${folder} was made by PostgreSQL ${made}, and this is PostgreSQL ${major}. Take a backup with the version of Usance that made it (npm run backup), or with this one where PostgreSQL ${made} is installed, and restore that into another DATA_DIR.`,
  );
}

/**
 * The version of PostgreSQL that made the database in a folder; undefined if there is none or its version is
 * unreadable.
 */
export function majorIn(data: string): number | undefined {
  const version = versionIn(data);
  return version === undefined ? undefined : Number(version);
}

/** PostgreSQL's own version file; undefined also if a full disk or an interrupted copy left it empty. */
function versionIn(data: string): string | undefined {
  const file = join(data, 'PG_VERSION');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
}

/** True if the path is free or an empty folder, but not for a dangling link, as to a missing disk. */
function isFree(data: string): boolean {
  const found = lstatSync(data, { throwIfNoEntry: false });
  return found === undefined || (existsSync(data) && statSync(data).isDirectory() && readdirSync(data).length === 0);
}

interface Making {
  readonly binaries: Binaries;
  readonly owner: PostgresOwner;
  readonly password: string;
  /** False if data may be lost in a power cut. */
  readonly sync: boolean;
}

/** Creates an empty database with checksums, whole or not at all, which only its owner can enter, with the password. */
export async function makeCluster(folder: string, { binaries, owner, password, sync }: Making): Promise<void> {
  const unfinished = join(folder, 'data.unfinished');
  const passwordFile = join(folder, 'password');
  // Processes that a killed server left behind keep running, and would restore removed files.
  await killAllOn(unfinished);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  // Never writes through a symbolic link that another user may have placed here.
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
  for (const path of [unfinished, passwordFile]) give(path, owner);
  const asked = [
    ...['-D', dataArgument(unfinished), '-U', ownerRole, '--pwfile=../password', '--data-checksums'],
    ...['--auth-local=scram-sha-256', '--auth-host=reject', '--encoding=UTF8', '--no-instructions'],
    // Texts sort the same on every host.
    ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
    '--locale=C',
    ...(sync ? [] : ['--no-sync']),
  ];
  const { status, stderr, error } = spawnSync(join(binaries.folder, 'initdb'), asked, {
    ...owner,
    cwd: unfinished,
    env: environment,
    encoding: 'utf8',
  });
  rmSync(passwordFile);
  if (status !== 0) throw new EmbeddedPostgresUnusable(whyNot(folder, error?.message ?? stderr.trim()));
  renameSync(unfinished, join(folder, 'data'));
}

/** The environment of PostgreSQL's programs. */
export const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** Gives a file or folder to the user who runs PostgreSQL. */
export function give(path: string, { uid, gid }: PostgresOwner): void {
  if (uid !== undefined && gid !== undefined) lchownSync(path, uid, gid);
}

/** Like give, with all its contents. */
export function giveAll(folder: string, { uid, gid }: PostgresOwner): void {
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

function whyNot(folder: string, said: string): string {
  if (said.includes('could not look up effective user ID')) {
    return `PostgreSQL needs a name for the user it runs as, and user id ${process.getuid?.()} has none: add it to /etc/passwd, start Usance as a user that has a name, or set DATABASE_URL.`;
  }
  return `PostgreSQL could not create its database in ${folder}: ${said}`;
}
