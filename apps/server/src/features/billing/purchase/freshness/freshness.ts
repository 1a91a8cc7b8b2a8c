import type { PurchaseFreshness } from '@usance/api/billing/purchase';
import { instantOf, toRfc3339 } from '@usance/period/instant';
import type { PurchaseContext } from '../selection/purchase-selection.ts';

/** Returns the end of the contract's latest rated usage. */
export async function ratedThrough({
  db,
  contract,
}: Pick<PurchaseContext, 'db' | 'contract'>): Promise<Date | undefined> {
  const { through } = await db
    .selectFrom('rated_day')
    .select(({ fn }) => fn.max('rated_through').as('through'))
    .where('contract_id', '=', contract.id)
    .executeTakeFirstOrThrow();
  return through ?? undefined;
}

/** Returns how far the reads of rated usage reach, which tells nothing of the balance. */
export async function freshnessOf(ctx: Pick<PurchaseContext, 'db' | 'contract' | 'now'>): Promise<PurchaseFreshness> {
  const through = await ratedThrough(ctx);
  return { asOf: ctx.now.toISOString(), usageThrough: through === undefined ? null : toRfc3339(instantOf(through)) };
}
