import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeWhole, writeWhole } from '#platform/write-whole.ts';

export const markerOf = (dataDir: string) => join(dataDir, 'demo-unfinished');

/**
 * Runs the seeding with a mark beside it, which names the life of the installation that it fills. Call it where that was
 * found empty: nobody is let in before it is done, so embedded databases that say the same of themselves at a later start
 * hold half a demonstration and nothing of anybody's.
 */
export async function withUnfinishedMark(dataDir: string, epoch: string, seed: () => Promise<void>): Promise<void> {
  // A cut of power may not leave what comes now, which PostgreSQL syncs, without it.
  writeWhole(
    markerOf(dataDir),
    `The demonstration was not finished. Both databases here are made anew at the next start, if they are of the epoch\n${epoch}\n`,
  );
  await seed();
  forgetUnfinishedDemo(dataDir);
}

/** Whether a demonstration was cut off in the embedded databases. */
export function isDemoUnfinished(dataDir: string): boolean {
  return existsSync(markerOf(dataDir));
}

/** Which life of an installation the mark is about; undefined for one that an earlier version has left. */
export function epochOfUnfinished(dataDir: string): string | undefined {
  return readFileSync(markerOf(dataDir), 'utf8').split('\n')[1] || undefined;
}

/** Where nothing is left of a demonstration, no mark may stand for one. */
export function forgetUnfinishedDemo(dataDir: string): void {
  removeWhole(markerOf(dataDir));
}
