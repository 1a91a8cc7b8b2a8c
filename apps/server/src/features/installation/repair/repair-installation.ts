import type { Stores } from '#platform/context/context.ts';
import { verifyForgotten } from '../../metering/usage/forgetting/verify-forgotten.ts';
import { isLost, markLost } from '../../metering/usage/mending/lost-batches.ts';
import { resendBatches } from '../../metering/usage/mending/resend-batches.ts';
import { assertRepairable, assertRepaired } from '../epoch/epoch.ts';
import { missingBatchText } from './missing-batch-text.ts';
import { type Repaired, repairRated } from './repair-rated.ts';

/**
 * Repairs the usage database from PostgreSQL. It sends missing or doubled usage again from kept copies, then makes lost
 * rated rows again. Safe to repeat and to interrupt, with or without a running server. Names lost usage. Throws
 * EnginesApart for databases that do not belong together.
 */
export async function* repairInstallation(deps: Stores): AsyncGenerator<Repaired> {
  await assertRepairable(deps);
  const { healed, missing, waiting } = await resendBatches(deps);
  for (const { no, contractId, rows } of healed)
    yield { what: `${contractId}: batch ${no} of ${rows} records`, problems: [] };
  for (const batch of missing) {
    const { no, contractId, month, rows } = batch;
    const what = `${contractId}: batch ${no} of ${rows} records of ${month}`;
    yield { what, problems: [missingBatchText(batch)] };
  }
  for await (const problem of verifyForgotten(deps))
    yield { what: 'usage whose batches were deleted', problems: [problem] };
  if (waiting !== undefined) yield { what: 'usage that waits to be stored', problems: [waiting] };
  await markLost(deps.db, missing.filter(isLost), deps.clock.now());
  await assertRepaired(deps);
  yield* repairRated(deps);
}
