import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { dropDoubled } from './drop-doubled.ts';
import { flushUsage } from './flush-usage.ts';
import { healBatch } from './heal-batch.ts';
import { type WrongBatch, wrongBatches } from './wrong-batches.ts';

interface Resent {
  /** Batches that were short, doubled or set aside, and are stored now as they were acknowledged. */
  readonly healed: readonly WrongBatch[];
  /** Those that are still not, with what the usage database had of them. */
  readonly missing: readonly WrongBatch[];
}

const batchesAtOnce = 100_000n;

/**
 * Brings the usage database to what PostgreSQL acknowledged, from what is kept: after the usage database was restored from
 * an older copy, and for batches that were set aside once what was wrong with them, or with the engine, is put right.
 * Safe to repeat. Days whose rows came in late are marked by nobody: they disagree with nothing once the rows are there.
 */
export async function resendBatches(deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>): Promise<Resent> {
  await flushUsage(deps);
  const { rows } = await sql<{
    last: string;
  }>`select coalesce(max(batch_no), 0)::text as last from usage_batch`.execute(deps.db);
  const [healed, missing]: [WrongBatch[], WrongBatch[]] = [[], []];
  for (let from = 0n; from <= BigInt(rows[0]?.last ?? 0); from += batchesAtOnce) {
    for (const batch of await wrongBatches(deps, { from, until: from + batchesAtOnce })) {
      ((await healBatch(deps, batch)) || (await dropDoubled(deps, batch)) ? healed : missing).push(batch);
    }
  }
  return { healed, missing };
}
