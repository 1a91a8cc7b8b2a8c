import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

// DATA_DIR/clickhouse/store/abc/<table>, DATA_DIR/postgres/data/base/<database>: what lies deeper its engine syncs.
const levels = 4;

/**
 * Puts on disk which files and folders there are in DATA_DIR, made, renamed or removed: an engine syncs what is in its
 * files, and after a cut of power a folder may still be as it was before.
 */
export function syncFolders(dataDir: string): void {
  syncBelow(dataDir, levels);
  for (let path = dirname(dataDir); path !== dirname(path); path = dirname(path)) sync(path);
}

function syncBelow(path: string, depth: number): void {
  if (!sync(path) || depth === 0) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) syncBelow(join(path, entry.name), depth - 1);
}

/** False where there is nothing to sync: a folder that has gone meanwhile, or one above that is not ours to open. */
function sync(path: string): boolean {
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch {
    return false;
  }
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
  return true;
}
