import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import { flushUsage } from '../moving/flush-usage.ts';
import { healBatch } from '../moving/heal-batch.ts';
import { dropDoubled } from './drop-doubled.ts';
import { batchKeyOf } from './stored-batches.ts';
import { type WrongBatch, wrongBatches } from './wrong-batches.ts';

interface Resent {
  /** Batches that were short, doubled or set aside, and are stored now as they were acknowledged. */
  readonly healed: readonly WrongBatch[];
  /** Those that are still not, with what the usage database had of them. */
  readonly missing: readonly WrongBatch[];
  /** Why some that were never stored still wait to be; undefined where none does. */
  readonly waiting: string | undefined;
}

/**
 * Brings the usage database to what PostgreSQL acknowledged, from what is kept: after the usage database was restored from
 * an older copy, and for batches that were set aside once what was wrong with them, or with the engine, is put right.
 * Safe to repeat. What fails for one batch keeps no other from being stored; an engine that is away ends it. Days whose
 * rows came in late are marked by nobody: they disagree with nothing once the rows are there.
 */
export async function resendBatches(deps: Engines): Promise<Resent> {
  const waiting = await flushUsage(deps).then(() => undefined, whyNot);
  const wrong = new Map<string, WrongBatch>();
  for await (const batch of wrongBatches(deps, {})) {
    wrong.set(batchKeyOf(batch), batch);
    await isDone(deps, batch, healBatch(deps, batch));
  }
  // Only then: what an older batch has of records that were sent again is dropped where a later one has them.
  const missing = new Map<string, WrongBatch>();
  for await (const batch of wrongBatches(deps, {})) {
    if (!wrong.has(batchKeyOf(batch))) wrong.set(batchKeyOf(batch), batch);
    if (!(await isDone(deps, batch, dropDoubled(deps, batch)))) missing.set(batchKeyOf(batch), batch);
  }
  const healed = [...wrong].filter(([key]) => !missing.has(key)).map(([, batch]) => batch);
  return {
    healed: healed.sort((left, right) => (left.no < right.no ? -1 : 1)),
    missing: [...missing.values()],
    waiting,
  };
}

function whyNot(error: unknown): string {
  if (error instanceof ClickHouseUnavailable) throw error;
  return error instanceof Error ? error.message : String(error);
}

async function isDone({ log }: Engines, { contractId, no }: WrongBatch, work: Promise<boolean>): Promise<boolean> {
  return work.catch((error: unknown) => {
    log.error({ contractId, batchNo: String(no), reason: whyNot(error) }, 'a usage batch could not be stored again');
    return false;
  });
}

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>;
