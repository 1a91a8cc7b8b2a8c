import type { Deps } from '#platform/context/context.ts';
import { forgetBatches } from './forget-batches.ts';
import { forgetKeys } from './forget-keys.ts';

/** Deletes the keys of usage that would be refused as too old, and then the batches that need them no longer. */
export async function forgetOldUsage(deps: Pick<Deps, 'db' | 'clickhouse' | 'log'>, now: Date): Promise<void> {
  await forgetKeys(deps.db, now);
  await forgetBatches(deps, now);
}
