import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#platform/operator-error.ts';
import { stopLeftBehind } from '#platform/postgres/embedded/left-behind.ts';
import { markerOf } from './unfinished-demo.ts';

const folders = ['postgres', 'clickhouse'];

/** The embedded databases in a DATA_DIR. Throws OperatorError where one is a link to a disk that is missing. */
export function databasesIn(dataDir: string): string[] {
  const there = folders.filter((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false }));
  const lost = there.map((name) => join(dataDir, name)).find((path) => !existsSync(path));
  if (lost === undefined) return there;
  throw new OperatorError(`${lost} is a link that leads nowhere: put back what it leads to, and start again.`);
}

/**
 * Moves both into a folder inside DATA_DIR that is not there yet: all of it or nothing. Throws OperatorError where one
 * lies on a disk of its own: it cannot be moved from there, and a link that is moved would leave the next one here.
 */
export async function moveDatabases(dataDir: string, folder: string): Promise<void> {
  await stopLeftBehind(join(dataDir, 'postgres'));
  const names = databasesIn(dataDir);
  if (names.some((name) => lstatSync(join(dataDir, name)).isSymbolicLink())) throw onItsOwnDisk(dataDir);
  mkdirSync(folder, { mode: 0o700 });
  const moved: string[] = [];
  try {
    // First: whoever is cut off after it has moved both puts nothing more there, and without it nobody opens them.
    const password = join(dataDir, 'postgres-password');
    if (existsSync(password)) copyFileSync(password, join(folder, 'postgres-password'));
    for (const name of names) {
      renameSync(join(dataDir, name), join(folder, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) renameSync(join(folder, name), join(dataDir, name));
    rmSync(join(folder, 'postgres-password'), { force: true });
    rmdirSync(folder);
    throw isMountPoint(error) ? onItsOwnDisk(dataDir) : error;
  }
}

function isMountPoint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EBUSY' || error.code === 'EXDEV');
}

function onItsOwnDisk(dataDir: string): OperatorError {
  const [postgres, clickhouse] = folders.map((name) => join(dataDir, name));
  return new OperatorError(
    `A demonstration was cut off in ${postgres} and ${clickhouse}, which are not both moved from here, since one lies on a disk of its own: move away what is in both or, where nobody misses it, remove it; then remove ${markerOf(dataDir)}, and start again.`,
  );
}
