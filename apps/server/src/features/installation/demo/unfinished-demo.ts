import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopLeftBehind } from '../../../platform/postgres/embedded/left-behind.ts';

const markerOf = (dataDir: string) => join(dataDir, 'demo-unfinished');

/**
 * Runs the seeding with a mark beside it. Nobody is let in before it is done, so a mark that is found at start stands
 * for embedded databases that hold half a demonstration and nothing of anybody's: they are made anew.
 */
export async function withUnfinishedMark(dataDir: string, seed: () => Promise<void>): Promise<void> {
  writeFileSync(
    markerOf(dataDir),
    'The demonstration was not finished. Both databases here are made anew at the next start.\n',
  );
  await seed();
  rmSync(markerOf(dataDir));
}

/** Whether the embedded databases hold a demonstration that was cut off. */
export function isDemoUnfinished(dataDir: string): boolean {
  return existsSync(markerOf(dataDir));
}

/** Removes the embedded databases of a demonstration that was cut off; call it before they are opened. */
export async function discardUnfinishedDemo(dataDir: string): Promise<void> {
  if (!isDemoUnfinished(dataDir)) return;
  await stopLeftBehind(join(dataDir, 'postgres'));
  for (const folder of ['postgres', 'clickhouse']) rmSync(join(dataDir, folder), { recursive: true, force: true });
  rmSync(markerOf(dataDir));
}

/** Where databases were found empty, nothing is left of a demonstration that a mark could stand for. */
export function forgetUnfinishedDemo(dataDir: string): void {
  rmSync(markerOf(dataDir), { force: true });
}
