import { closeSync, constants, type Dirent, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// DATA_DIR/clickhouse/store/abc/<table>, DATA_DIR/postgres/data/base/<database>: what lies deeper its engine syncs.
const levels = 4;

/**
 * Puts on disk which files and folders there are in DATA_DIR, made, renamed or removed: an engine syncs what is in its
 * files, and after a cut of power a folder may still be as it was before.
 */
export function syncFolders(dataDir: string): void {
  syncBelow(dataDir, levels);
  for (let path = dataDir; path !== dirname(path); path = dirname(path)) syncFolder(dirname(path));
}

function syncBelow(path: string, depth: number): void {
  if (!syncFolder(path) || depth === 0) return;
  for (const entry of entriesOf(path))
    if (entry.isDirectory() || entry.isSymbolicLink()) syncBelow(join(path, entry.name), depth - 1);
}

/** Puts on disk all that is in a folder, before it gets the name by which it counts as whole. */
export function syncFiles(folder: string): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncFiles(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncFolder(folder);
}

/** Puts on disk what is in a file. */
export function syncFile(path: string): void {
  const file = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // It has gone meanwhile.
  }
}

/** Puts on disk what is in a folder, not below it. False where nothing can be synced: a folder that has gone, one above that is not ours, a file system without it. */
export function syncFolder(path: string): boolean {
  let folder: number | undefined;
  try {
    folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
    fsyncSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') throw error;
    return false;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
