import type { Deps } from '#platform/context/context.ts';
import { type BatchIdentity, ClaimLost, claimKept } from './batch-claims.ts';
import { moveBatch } from './move-batch.ts';

/**
 * Stores a batch again whose rows the usage database lacks or has twice, from what is kept of it. Answers whether it is
 * stored now as it was acknowledged; false when its rows are kept no longer, or somebody else is at it.
 */
export async function healBatch(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  wrong: Pick<BatchIdentity, 'contractId' | 'no'>,
): Promise<boolean> {
  const batch = await claimKept(deps.db, wrong);
  if (!batch) return false;
  try {
    const isStored = (await moveBatch(deps, batch)) === 'moved';
    const { contractId, no } = wrong;
    if (isStored)
      deps.log.warn({ contractId, batchNo: String(no) }, 'a usage batch is proven, or stored again from what is kept');
    return isStored;
  } catch (error) {
    if (error instanceof ClaimLost) return false;
    throw error;
  }
}
