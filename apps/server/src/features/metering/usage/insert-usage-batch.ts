import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../../../platform/clickhouse/client.ts';

/** A metered row as stored; instants in RFC 3339, quantity a decimal string with up to 12 places. */
export type UsageRecordRow = {
  contract_id: string;
  source: string;
  usage_id: string;
  datacloud_id: string;
  datacloud_name: string;
  object_id: string;
  object_name: string;
  resource_kind: string;
  sku_no: number;
  quantity: string;
  start_at: string;
  end_at: string;
  bill_at: string;
  chargeable: 0 | 1;
};

/**
 * Stores the rows of one admitted batch exactly once, however often it is called with the same batch: after a crash, a
 * lost reply, or while the first attempt still runs in the engine. Up to a million rows are one atomic block a month.
 */
export async function insertUsageBatch(
  ch: ClickHouse,
  batchNo: bigint,
  rows: readonly UsageRecordRow[],
): Promise<void> {
  const stored = rows.map((row) => ({ batch_no: String(batchNo), ...row }));
  if ((await countBatch(ch, batchNo)) === rows.length) return;
  // The engine drops each block whose token it has seen, which completes a batch that was cut between two months.
  await ch.insert('usage_record', stored, { settings: { insert_deduplication_token: `batch-${batchNo}` } });
  if ((await countBatch(ch, batchNo)) === rows.length) return;

  // Only an attempt so old that its token was forgotten gets here. Another token, or the rows would be dropped.
  await deleteBatch(ch, batchNo);
  const token = `batch-${batchNo}-${randomUUID()}`;
  await ch.insert('usage_record', stored, { settings: { insert_deduplication_token: token } });
}

async function countBatch(ch: ClickHouse, batchNo: bigint): Promise<number> {
  const sql = 'SELECT count() AS rows FROM usage_record WHERE batch_no = {batchNo:UInt64}';
  const [row] = await ch.query<{ rows: string }>(sql, { batchNo });
  return Number(row?.rows ?? 0);
}

async function deleteBatch(ch: ClickHouse, batchNo: bigint): Promise<void> {
  const sql = 'ALTER TABLE usage_record DELETE WHERE batch_no = {batchNo:UInt64}';
  await ch.command(sql, { batchNo }, { mutations_sync: '2' });
}
