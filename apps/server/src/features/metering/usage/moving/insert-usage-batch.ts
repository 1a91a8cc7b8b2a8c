import { randomUUID } from 'node:crypto';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { BatchIdentity } from './batch-claims.ts';
import { hashTotalOf, hashTotalSql } from './hash-total.ts';

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

/** The engine keeps storing other rows of a batch than it was given. */
class BatchNotStored extends Error {}

const mostRepairs = 3;

/** Of each of its requests: none lasts as long as a claim does. */
const bounds = { limits: limitsOf.intake };

/**
 * Stores the rows of one batch exactly once, and has proof of it when it returns: after a crash, a lost reply, while an
 * earlier attempt still runs in the engine, and where an attempt that was thought dead comes in late. `mayWrite` is asked
 * before everything that changes rows, and throws when the batch is somebody else's.
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
    // The engine drops each block whose token it has seen, which completes a batch that was cut between two months.
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
    // Another token, or the rows would be dropped.
    await insert(ch, batch, rows, `${tokenOf(batch)}-${randomUUID()}`);
    stored = await measureBatch(ch, batch);
  }
}

/** How many rows of a batch the usage database has, and of which records. */
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

/** From before batches had an identity, the number was all there is. */
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
