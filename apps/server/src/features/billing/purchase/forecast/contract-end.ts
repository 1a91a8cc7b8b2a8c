import { type Instant, instantOf } from '@usance/period/instant';
import type { PurchaseContext } from '../selection/purchase-selection.ts';

/**
 * Returns when usage of the contract ends, also by a plan; undefined if it goes on. A plan to void it does not count,
 * because it is refused once there is usage.
 */
export async function endOfUsage({
  db,
  contract,
}: Pick<PurchaseContext, 'db' | 'contract'>): Promise<Instant | undefined> {
  if (contract.ended_at) return instantOf(contract.ended_at);
  const planned = await db
    .selectFrom('contract_lifecycle')
    .select('effective_at')
    .where('contract_id', '=', contract.id)
    .where('progress', '=', 'planned')
    .where('state', 'in', ['End', 'Renewed'])
    .executeTakeFirst();
  return planned && instantOf(planned.effective_at);
}
