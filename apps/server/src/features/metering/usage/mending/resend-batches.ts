import type { Deps } from '../../../../platform/context/context.ts';
import { flushUsage } from '../moving/flush-usage.ts';
import { healBatch } from '../moving/heal-batch.ts';
import { dropDoubled } from './drop-doubled.ts';
import { batchKeyOf, type WrongBatch, wrongBatches } from './wrong-batches.ts';

interface Resent {
  /** Batches that were short, doubled or set aside, and are stored now as they were acknowledged. */
  readonly healed: readonly WrongBatch[];
  /** Those that are still not, with what the usage database had of them. */
  readonly missing: readonly WrongBatch[];
}

/**
 * Brings the usage database to what PostgreSQL acknowledged, from what is kept: after the usage database was restored from
 * an older copy, and for batches that were set aside once what was wrong with them, or with the engine, is put right.
 * Safe to repeat. Days whose rows came in late are marked by nobody: they disagree with nothing once the rows are there.
 */
export async function resendBatches(deps: Engines): Promise<Resent> {
  await flushUsage(deps);
  const wrong = new Map<string, WrongBatch>();
  for await (const batch of wrongBatches(deps, {})) {
    wrong.set(batchKeyOf(batch), batch);
    await healBatch(deps, batch);
  }
  // Only then: what an older batch has of records that were sent again is dropped where a later one has them.
  const missing = new Map<string, WrongBatch>();
  for await (const batch of wrongBatches(deps, {})) {
    if (!wrong.has(batchKeyOf(batch))) wrong.set(batchKeyOf(batch), batch);
    if (!(await dropDoubled(deps, batch))) missing.set(batchKeyOf(batch), batch);
  }
  const healed = [...wrong].filter(([key]) => !missing.has(key)).map(([, batch]) => batch);
  return { healed: healed.sort((left, right) => (left.no < right.no ? -1 : 1)), missing: [...missing.values()] };
}

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>;
