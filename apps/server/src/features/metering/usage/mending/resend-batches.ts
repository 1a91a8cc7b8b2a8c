import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import { flushUsage } from '../moving/flush-usage.ts';
import { healBatch } from '../moving/heal-batch.ts';
import { dropDoubled } from './drop-doubled.ts';
import { batchKeyOf } from './stored-batches.ts';
import { type WrongBatch, wrongBatches } from './wrong-batches.ts';

interface Resent {
  /** Incomplete, doubled or set-aside batches that are now stored right. */
  readonly healed: readonly WrongBatch[];
  /** Batches that are still wrong, with their stored rows. */
  readonly missing: readonly WrongBatch[];
  /** The error that keeps batches from being moved; undefined if none waits. */
  readonly waiting: string | undefined;
}

/**
 * Repairs the usage database from the kept payloads, after it was restored from an older copy, or once the cause of a
 * set-aside batch is fixed. Safe to repeat.
 * A failing batch does not stop the others; an unreachable engine ends the run. Repaired days are not marked: they
 * agree again with the acknowledged counts.
 */
export async function resendBatches(deps: Engines): Promise<Resent> {
  const waiting = await flushUsage(deps).then(() => undefined, whyNot);
  const wrong = new Map<string, WrongBatch>();
  for await (const batch of wrongBatches(deps, {})) {
    wrong.set(batchKeyOf(batch), batch);
    await isDone(deps, batch, healBatch(deps, batch));
  }
  // Comes second: an older batch loses its copies of records that were sent again only if a later batch has them.
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
