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
 * How PostgreSQL is told where its files are: it stands in their folder and need not walk there, so that `nobody` has
 * them inside a DATA_DIR that only root may enter.
 */
export function dataArgument(data: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : data;
}

/** Refuses a folder that holds something other than a database of this PostgreSQL; true when it holds one. */
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
      `${data} is there and holds no whole database of PostgreSQL: put back what it held or, where it is a link, what it leads to; or set another DATA_DIR.`,
    );
  }
  if (made === String(major)) return true;
  throw new EmbeddedPostgresUnusable(
    `${folder} was made by PostgreSQL ${made}, and this is PostgreSQL ${major}. Take a backup with the version of Usance that made it (npm run backup), or with this one where PostgreSQL ${made} is installed, and restore that into another DATA_DIR.`,
  );
}

/** Which PostgreSQL made the database in a folder; undefined where none is, or nobody can tell. */
export function majorIn(data: string): number | undefined {
  const version = versionIn(data);
  return version === undefined ? undefined : Number(version);
}

/** As PostgreSQL has written it; undefined also where a full disk or a copy that was cut off has left nothing of it. */
function versionIn(data: string): string | undefined {
  const file = join(data, 'PG_VERSION');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
}

/** Nothing, or an empty folder; never a link that leads nowhere, as to a disk that is missing. */
function isFree(data: string): boolean {
  const found = lstatSync(data, { throwIfNoEntry: false });
  return found === undefined || (existsSync(data) && statSync(data).isDirectory() && readdirSync(data).length === 0);
}

interface Making {
  readonly binaries: Binaries;
  readonly owner: PostgresOwner;
  readonly password: string;
  /** False where nothing will be missed after a cut of power. */
  readonly sync: boolean;
}

/** Makes an empty database with checksums, which only its owner with the password may enter; all of it or nothing. */
export async function makeCluster(folder: string, { binaries, owner, password, sync }: Making): Promise<void> {
  const unfinished = join(folder, 'data.unfinished');
  const passwordFile = join(folder, 'password');
  // What a killed server had begun goes on by itself, and would put back what is taken away.
  await killAllOn(unfinished);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  // Never through a link that somebody has laid here.
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
  for (const path of [unfinished, passwordFile]) give(path, owner);
  const asked = [
    ...['-D', dataArgument(unfinished), '-U', ownerRole, '--pwfile=../password', '--data-checksums'],
    ...['--auth-local=scram-sha-256', '--auth-host=reject', '--encoding=UTF8', '--no-instructions'],
    // The same order of texts on every host.
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

/** What PostgreSQL's programs see of ours. */
export const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** Hands a file or folder to whoever runs PostgreSQL. */
export function give(path: string, { uid, gid }: PostgresOwner): void {
  if (uid !== undefined && gid !== undefined) lchownSync(path, uid, gid);
}

/** As give, with all that is inside. */
export function giveAll(folder: string, { uid, gid }: PostgresOwner): void {
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

function whyNot(folder: string, said: string): string {
  if (said.includes('could not look up effective user ID')) {
    return `PostgreSQL needs a name for the user it runs as, and user id ${process.getuid?.()} has none: add it to /etc/passwd, start Usance as a user that has a name, or set DATABASE_URL.`;
  }
  return `PostgreSQL could not make its database in ${folder}: ${said}`;
}
