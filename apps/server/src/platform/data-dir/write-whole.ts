import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folders.ts';

/**
 * Replaces a file in DATA_DIR as a whole: readers never find half of it, even after a power cut. The caller holds the
 * lock of DATA_DIR.
 */
export function writeWhole(file: string, text: string): void {
  const unfinished = unfinishedWhole(file);
  // Never writes through a symbolic link that another user may have placed here.
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, file);
  syncFolder(dirname(file));
}

/** Removes a file that writeWhole wrote, and leftovers of a killed writer. */
export function removeWhole(file: string): void {
  for (const each of [file, unfinishedWhole(file)]) rmSync(each, { force: true });
}

const unfinishedWhole = (file: string) => `${file}.unfinished`;
