import type { Day } from '@usance/period/day';
import type { Stores } from '#platform/context/context.ts';
import { problemOf } from '#platform/http/listener/problem/problem.ts';
import { healBatch } from '../moving/heal-batch.ts';
import { dropDoubled } from './drop-doubled.ts';
import { isLost, markLost } from './lost-batches.ts';
import { type WrongBatch, wrongBatches } from './wrong-batches.ts';

/** The stored usage of a contract in batches up to a number, and its days that differ from the acknowledged usage. */
export interface StoredUsage {
  readonly throughBatch: bigint;
  readonly disagreeing: readonly Day[];
  /** Measures again: the stored rows may have changed. */
  storedDisagree(): Promise<readonly Day[]>;
}

/** The days that still differ, and the first error of a batch that could not be stored again. */
interface Unmended {
  readonly days: readonly Day[];
  readonly cause?: unknown;
}

/**
 * Stores incomplete and doubled batches again from their kept payloads, and drops the copies that remain. Marks batches
 * without a payload as lost. Returns undefined if stored usage changed, also by another process meanwhile: then it must
 * be measured again.
 */
export async function mendUsage(
  deps: Stores,
  contractId: string,
  { throughBatch, disagreeing, storedDisagree }: StoredUsage,
): Promise<Unmended | undefined> {
  const wrong: WrongBatch[] = [];
  for await (const batch of wrongBatches(deps, { contractId, throughBatch })) wrong.push(batch);
  // A batch that was set aside would fail again; an operator has to look at it.
  const healable = wrong.filter(({ isSetAside, isKept }) => isKept && !isSetAside);
  const failures = await healAll(deps, healable);
  let isDoubled = false;
  for (const batch of wrong) if (await dropDoubled(deps, batch)) isDoubled = true;
  // The failed batches may belong to other days.
  const unhealed = failures.length > 0 ? await storedDisagree() : [];
  if (unhealed.length > 0) {
    deps.log.error({ contractId, days: unhealed, err: failures[0] }, 'usage could not be stored again');
    return { days: unhealed, cause: failures[0] };
  }
  if (healable.length > 0 || isDoubled || (await storedDisagree()).length === 0) return undefined;
  await markLost(deps.db, wrong.filter(isLost), deps.clock.now());
  const fields = { days: disagreeing, count: wrong.length, wrong: wrong.slice(0, mostLogged).map(logFieldsOf) };
  deps.log.error({ contractId, ...fields }, 'stored usage differs from what was acknowledged');
  return { days: disagreeing };
}

/** Returns the errors of batches that could not be stored again. Throws if a database is unavailable. */
async function healAll(deps: Stores, batches: readonly WrongBatch[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const batch of batches)
    await healBatch(deps, batch).catch((error: unknown) => {
      if (problemOf(error).reason === 'UNAVAILABLE') throw error;
      failures.push(error);
    });
  return failures;
}

const mostLogged = 100;

function logFieldsOf({ no, rows, stored, areOthers, isSetAside }: WrongBatch) {
  return { batchNo: String(no), rows, stored, areOthers, isSetAside };
}
