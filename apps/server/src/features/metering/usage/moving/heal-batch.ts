import type { Deps } from '#platform/context/context.ts';
import { type BatchIdentity, ClaimLost, claimKept } from './batch-claims.ts';
import { moveBatch } from './move-batch.ts';

/**
 * Stores an incomplete or doubled batch again from its payload. Returns true if it is stored right now; false if the
 * payload is deleted, or another process has the batch.
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
      deps.log.warn(
        { contractId, batchNo: String(no) },
        'a usage batch was stored again from its payload, or proved right',
      );
    return isStored;
  } catch (error) {
    if (error instanceof ClaimLost) return false;
    throw error;
  }
}
