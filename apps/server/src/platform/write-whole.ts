import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folders.ts';

/** Puts a file in DATA_DIR, in the place of what was there; whoever finds it has all of it, after a cut of power too. Call it with DATA_DIR locked. */
export function writeWhole(file: string, text: string): void {
  const unfinished = unfinishedWhole(file);
  // Never through a link that somebody has laid here.
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, file);
  syncFolder(dirname(file));
}

/** Removes a file that writeWhole has put there, and what one that was killed has left of it. */
export function removeWhole(file: string): void {
  for (const each of [file, unfinishedWhole(file)]) rmSync(each, { force: true });
}

const unfinishedWhole = (file: string) => `${file}.unfinished`;
