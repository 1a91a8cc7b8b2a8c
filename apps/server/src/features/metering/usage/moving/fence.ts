import { randomUUID } from 'node:crypto';
import { addMonths, type BillingMonth, firstDayOf } from '@usance/period/billing-month';
import type { ClickHouse } from '#platform/clickhouse/client.ts';

/**
 * Stores rows of no contract and no batch under the token of an insert, whose rows are billed in one month. From then on
 * the engine skips that insert, even if it still runs or arrives later. The rows stay for ever, because the engine may
 * forget a token with the rows of its block.
 */
export async function fenceOff(
  clickhouse: ClickHouse,
  { token, month }: { readonly token: string; readonly month: BillingMonth },
): Promise<void> {
  // A month in China begins in the UTC month before it.
  const partitions = [month, addMonths(month, -1)];
  // The engine knows a block by the token, its partition, and its place among the partitions of the insert.
  for (const inOrder of [partitions, partitions.toReversed()]) {
    const rows = inOrder.map((each) => ({ usage_id: randomUUID(), bill_at: `${firstDayOf(each)}T00:00:00Z` }));
    await clickhouse.insert('usage_record', rows, { settings: { insert_deduplication_token: token } });
  }
}
