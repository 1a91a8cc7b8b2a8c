import { closeSync, constants, type Dirent, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// DATA_DIR/clickhouse/store/abc/<table>, DATA_DIR/postgres/data/base/<database>: engines sync deeper levels themselves.
const levels = 4;

/**
 * Syncs the directory entries in DATA_DIR. Engines sync the contents of their files, but after a power cut a folder may
 * still list its former entries.
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

/** Syncs all files and folders of a folder, before a rename makes it count as complete. */
export function syncFiles(folder: string): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncFiles(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncFolder(folder);
}

/** Syncs the contents of a file. */
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
    return []; // The folder was removed meanwhile.
  }
}

/**
 * Syncs the entries of a folder, not those below it. False if it cannot be synced: it is gone, belongs to another user,
 * or its file system has no sync.
 */
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
