import { ClickHouseUnavailable } from '../../../platform/clickhouse/errors.ts';
import type { Deps } from '../../../platform/context/context.ts';
import { unavailable } from '../../../platform/refusal.ts';
import { ClaimLost, claimNext } from './batch-claims.ts';
import { healBatch } from './heal-batch.ts';
import { moveBatch } from './move-batch.ts';
import { isWaiting, type Wanted } from './wanted-batches.ts';

/** So many contracts in a row fail only when it is the usage database that is in trouble, and not they. */
const mostFailures = 3;

/**
 * Moves acknowledged batches, oldest first, into the usage database; answers how many. Safe to repeat, to run twice at
 * once and to be killed anywhere. A batch that fails holds up its own contract and no other; the first failure is thrown
 * at the end, and at once when the usage database is away.
 */
export async function flushUsage(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  wanted: Wanted = {},
): Promise<number> {
  const failed = new Map<string, unknown>();
  let moved = 0;
  for (;;) {
    const batch = await claimNext(deps.db, { ...wanted, except: [...failed.keys()] });
    if (!batch) break;
    try {
      if ((await moveBatch(deps, batch)) === 'moved') moved += 1;
    } catch (error) {
      if (error instanceof ClickHouseUnavailable) throw error;
      if (error instanceof ClaimLost) await healBatch(deps, batch);
      failed.set(batch.contractId, error);
      if (failed.size === mostFailures) break;
      deps.log.warn({ contractId: batch.contractId, err: error }, 'a contract’s usage waits');
    }
  }
  for (const [, error] of failed) if (!(error instanceof ClaimLost)) throw error;
  return moved;
}

const pollMs = 25;
const mostPolls = 400;

/**
 * As flushUsage, and when it returns all batches of the contract up to a number are moved or set aside. Waits for those
 * that somebody else is moving, and refuses with 503 when that takes long.
 */
export async function flushThrough(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  wanted: { readonly contractId: string; readonly throughBatch: bigint },
): Promise<void> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    await flushUsage(deps, wanted);
    if (!(await isWaiting(deps.db, wanted))) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw unavailable('Usage of this contract is still on its way. Please try again.');
}
