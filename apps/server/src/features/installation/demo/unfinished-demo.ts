import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeWhole, writeWhole } from '#platform/data-dir/write-whole.ts';

export const markerOf = (dataDir: string) => join(dataDir, 'demo-unfinished');

/**
 * Runs the seeding with a mark that names the epoch of the installation. Call it on an empty installation that is not
 * yet served: embedded databases of that epoch at a later start then hold half a demonstration and no user data.
 */
export async function withUnfinishedMark(dataDir: string, epoch: string, seed: () => Promise<void>): Promise<void> {
  // The mark must survive a power cut that PostgreSQL's synced data survives.
  writeWhole(
    markerOf(dataDir),
    `The demonstration was not finished. The next start recreates both databases here if they have the epoch\n${epoch}\n`,
  );
  await seed();
  forgetUnfinishedDemo(dataDir);
}

/** True if a demonstration was cut off in the embedded databases. */
export function isDemoUnfinished(dataDir: string): boolean {
  return existsSync(markerOf(dataDir));
}

/** The epoch that the mark names; undefined for a mark of an earlier version. */
export function epochOfUnfinished(dataDir: string): string | undefined {
  return readFileSync(markerOf(dataDir), 'utf8').split('\n')[1] || undefined;
}

/** Removes the mark when no part of the demonstration is left. */
export function forgetUnfinishedDemo(dataDir: string): void {
  removeWhole(markerOf(dataDir));
}
