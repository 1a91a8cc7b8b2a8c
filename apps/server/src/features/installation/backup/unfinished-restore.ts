import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../platform/config.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

/** Where a restore goes, told apart from other places without telling their passwords. */
type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>;

const markerOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/**
 * How far a restore into a place has come: it has `begun` in folders that it makes, it is `filling` databases that it has
 * found empty. Until `unmarkRestore` they hold half of one, or nothing.
 */
export type RestoreStage = 'begun' | 'filling';

export function markRestore(place: Place, stage: RestoreStage): void {
  writeFileSync(markerOf(place.dataDir), `${stage} ${targetOf(place)}\n`, { flush: true });
}

export function unmarkRestore({ dataDir }: Place): void {
  rmSync(markerOf(dataDir), { force: true });
}

/** How far a restore into this very place had come when it was cut off. */
export function unfinishedRestore(place: Place): RestoreStage | undefined {
  const marker = markerOf(place.dataDir);
  if (!existsSync(marker)) return undefined;
  const [stage, target] = readFileSync(marker, 'utf8').trim().split(' ');
  return target === targetOf(place) && (stage === 'begun' || stage === 'filling') ? stage : undefined;
}

/** Refuses to serve half a restore. */
export function assertRestored(place: Place): void {
  if (unfinishedRestore(place) === undefined) return;
  throw new OperatorError(
    `A restore of this installation was not finished (${markerOf(place.dataDir)}): restore again (npm run restore), which removes what the first one left.`,
  );
}

function targetOf({ databaseUrl, clickhouseUrl }: Place): string {
  return createHash('sha256')
    .update(JSON.stringify([databaseUrl ?? null, clickhouseUrl ?? null]))
    .digest('hex');
}
