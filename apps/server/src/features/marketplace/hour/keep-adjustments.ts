import { marketplaceAdjustmentId } from '@usance/api/marketplace/marketplace-hour';
import type { Insertable } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { Database, Tx } from '#platform/postgres/database.ts';

export type Adjustment = Omit<Insertable<Database['marketplace_adjustment']>, 'id'>;

/** Inserts adjustments: amounts that hours did not report, or reported too much. */
export async function keepAdjustments(tx: Tx, adjustments: readonly Adjustment[]): Promise<void> {
  if (adjustments.length === 0) return;
  await tx
    .insertInto('marketplace_adjustment')
    .values(adjustments.map((each) => ({ id: newId(marketplaceAdjustmentId), ...each })))
    .execute();
}
