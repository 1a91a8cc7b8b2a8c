import type { Deps } from '../../../platform/context/context.ts';
import { insertUsageBatch, type UsageRecordRow } from './insert-usage-batch.ts';

/**
 * Moves acknowledged batches, oldest first, into the usage database and forgets their payloads. Safe to repeat, to run
 * twice at once and to be killed anywhere: a batch that is there already is not stored again.
 */
export async function flushUsage(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock'>,
  contractId?: string,
): Promise<number> {
  let moved = 0;
  for (;;) {
    let pending = deps.db
      .selectFrom('usage_batch')
      .select(['contract_id', 'batch_no', 'payload'])
      .where('payload', 'is not', null)
      .orderBy('batch_no')
      .limit(1);
    if (contractId !== undefined) pending = pending.where('contract_id', '=', contractId);
    const batch = await pending.executeTakeFirst();
    if (!batch?.payload) return moved;
    // Our own JSON, written from rows of this very type.
    const rows = JSON.parse(batch.payload) as UsageRecordRow[];
    await insertUsageBatch(deps.clickhouse, BigInt(batch.batch_no), rows);
    await deps.db
      .updateTable('usage_batch')
      .set({ payload: null, moved_at: deps.clock.now() })
      .where('contract_id', '=', batch.contract_id)
      .where('batch_no', '=', batch.batch_no)
      .execute();
    moved += 1;
  }
}
