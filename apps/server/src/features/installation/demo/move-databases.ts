import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#platform/failure/operator-error.ts';
import { stopLeftBehind } from '#platform/postgres/embedded/left-behind.ts';
import { markerOf } from './unfinished-demo.ts';

const folders = ['postgres', 'clickhouse'];

/** Returns the embedded databases in a DATA_DIR. Throws OperatorError if one is a link to a missing disk. */
export function databasesIn(dataDir: string): string[] {
  const there = folders.filter((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false }));
  const lost = there.map((name) => join(dataDir, name)).find((path) => !existsSync(path));
  if (lost === undefined) return there;
  throw new OperatorError(`${lost} is a link to a missing target: restore the target, and start again.`);
}

/**
 * Moves both databases into a new folder inside DATA_DIR, or neither. Throws OperatorError if one lies on its own disk:
 * it cannot be moved from there, and a moved link would leave the next one here.
 */
export async function moveDatabases(dataDir: string, folder: string): Promise<void> {
  await stopLeftBehind(join(dataDir, 'postgres'));
  const names = databasesIn(dataDir);
  if (names.some((name) => lstatSync(join(dataDir, name)).isSymbolicLink())) throw onItsOwnDisk(dataDir);
  mkdirSync(folder, { mode: 0o700 });
  const moved: string[] = [];
  try {
    // Copies the password first: a kill after the moves would leave the databases without it, and they could not be
    // opened.
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
    `A demonstration was cut off in ${postgres} and ${clickhouse}, and one of them lies on its own disk, so they cannot be moved automatically: move or remove the contents of both, then remove ${markerOf(dataDir)}, and start again.`,
  );
}
