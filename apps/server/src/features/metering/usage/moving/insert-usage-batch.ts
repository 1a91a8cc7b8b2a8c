import { randomUUID } from 'node:crypto';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { UsageRecordRow } from '../payload/usage-record-row.ts';
import type { BatchIdentity } from './batch-claims.ts';
import { hashTotalOf, hashTotalSql } from './hash-total.ts';

/** The engine repeatedly stored other rows than it was given. */
class BatchNotStored extends Error {}

const mostRepairs = 3;

/** Limits of each request, shorter than the lease of a claim. */
const bounds = { limits: limitsOf.intake };

/**
 * Stores the rows of a batch exactly once, and verifies it. Covers crashes, lost replies, and earlier attempts that
 * still run or arrive late. Calls `mayWrite` before each change, which throws if another process has the batch.
 */
export async function insertUsageBatch(
  ch: ClickHouse,
  batch: BatchIdentity,
  rows: readonly UsageRecordRow[],
  { isTried, mayWrite }: { isTried: boolean; mayWrite: () => Promise<void> },
): Promise<void> {
  const hashTotal = hashTotalOf(rows);
  const isWhole = (found: Stored) => found.rows === rows.length && found.hashTotal === hashTotal;
  let stored = isTried ? await measureBatch(ch, batch) : { rows: 0, hashTotal: '0' };
  if (isWhole(stored)) return;
  if (stored.rows < rows.length) {
    await mayWrite();
    // The engine skips each block with a known token, so this completes a batch that spans two months.
    await insert(ch, batch, rows, tokenOf(batch));
    stored = await measureBatch(ch, batch);
  }
  for (let repair = 0; !isWhole(stored); repair += 1) {
    if (repair === mostRepairs)
      throw new BatchNotStored(
        `Batch ${batch.no} of ${batch.contractId} has ${rows.length} rows, and ${stored.rows} are stored${stored.rows === rows.length ? ', not all of them the same' : ''}`,
      );
    await mayWrite();
    await deleteBatch(ch, batch);
    await mayWrite();
    // A new token: with the old one, the engine would skip the rows.
    await insert(ch, batch, rows, `${tokenOf(batch)}-${randomUUID()}`);
    stored = await measureBatch(ch, batch);
  }
}

/** The number of a batch's stored rows, and their hash total. */
interface Stored {
  readonly rows: number;
  readonly hashTotal: string;
}

async function measureBatch(ch: ClickHouse, { contractId, no, id }: BatchIdentity): Promise<Stored> {
  const sql = `SELECT count() AS rows, ${hashTotalSql} AS hash FROM usage_record WHERE ${ofBatch}`;
  const { rows, hash } = onlyRow(
    await ch.query<{ rows: string; hash: string }>(sql, { contractId, no, id }, {}, bounds),
  );
  return { rows: Number(rows), hashTotal: hash };
}

const ofBatch = 'contract_id = {contractId:String} AND batch_no = {no:UInt64} AND batch_id = {id:UUID}';

/** Batches without an identity are known by their number only. */
const tokenOf = ({ no, id }: BatchIdentity) => (/^[0-]+$/.test(id) ? `batch-${no}` : `batch-${id}`);

function insert(ch: ClickHouse, { no, id }: BatchIdentity, rows: readonly UsageRecordRow[], token: string) {
  const stored = rows.map((row) => ({ batch_no: String(no), batch_id: id, ...row }));
  const settings = { insert_deduplication_token: token };
  return ch.insert('usage_record', stored, { settings, bounds });
}

async function deleteBatch(ch: ClickHouse, { contractId, no, id }: BatchIdentity): Promise<void> {
  const sql = `ALTER TABLE usage_record DELETE WHERE ${ofBatch}`;
  await ch.command(sql, { contractId, no, id }, { mutations_sync: '2' }, bounds);
}
