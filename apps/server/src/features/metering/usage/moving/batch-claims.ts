import { randomUUID } from 'node:crypto';
import { type BillingMonth, parseBillingMonth } from '@usance/period/billing-month';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { isFree, leaseEnd, leaseSeconds, shortenClaims } from './claim-lease.ts';
import { releaseWithRetry } from './release-claims.ts';
import { isBatch } from './wanted-batches.ts';

/** The identity of a batch in the usage database. After a restore of PostgreSQL, numbers can repeat. */
export interface BatchIdentity {
  readonly contractId: string;
  readonly no: bigint;
  readonly id: string;
}

/** A batch that no other process moves until its claim expires, by PostgreSQL's clock. */
export interface ClaimedBatch extends BatchIdentity {
  readonly claim: string;
  readonly month: BillingMonth;
  readonly count: number;
  /** The acknowledged hash total of its records. */
  readonly hashTotal: string;
  /** See `payloadOf`. */
  readonly payload: string;
  /** True if an earlier attempt may have sent it. */
  readonly isTried: boolean;
  /** The insert with other batches that may have stored it; see `claimGroup`. */
  readonly sentAs: string | undefined;
}

/** The claim expired, and another process may own the batch now. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * Claims a batch whose payload is kept, moved or not; undefined if another process has it or the payload is deleted.
 */
export async function claimKept(db: Db, { contractId, no }: Pick<BatchIdentity, 'contractId' | 'no'>) {
  const found = sql`select batch_no, clock_timestamp() as claimed_until from usage_batch
    where ${isBatch({ contractId, no })} and payload is not null and ${isFree} for update skip locked`;
  const [batch] = await claimFound(db, { mine: randomUUID(), found, among: isBatch({ contractId, no }) });
  return batch;
}

/**
 * Claims the batches that `found` selects, as `mine`, in order of number. Several new ones are a group from now on. If
 * there is none, shortens the claims on batches `among` which they could be.
 */
export async function claimFound(
  db: Db,
  {
    mine,
    found,
    among,
  }: { readonly mine: string; readonly found: RawBuilder<unknown>; readonly among: RawBuilder<unknown> },
): Promise<ClaimedBatch[]> {
  const { rows } = await sql<ClaimRow>`
    with found as materialized (${found})
    update usage_batch as batch
    set claim = ${mine}, claimed_until = ${leaseEnd},
      sent_as = case when found.claimed_until is not null then batch.sent_as
        when (select count(*) from found) > 1 then ${mine}::uuid end
    from found where batch.batch_no = found.batch_no
    returning batch.contract_id, batch.batch_no, batch.id, batch.claim, batch.month, batch.rows, batch.payload, batch.hash_total,
      batch.sent_as, found.claimed_until is not null as is_tried`
    .execute(db)
    .catch(async (error: unknown) => {
      // If the reply was lost, the claim may exist and would block the batches for a whole lease.
      await releaseWithRetry(db, mine, among, leaseSeconds);
      throw error;
    });
  if (rows.length === 0) await shortenClaims(db, among);
  return rows.map(batchOf).sort((left, right) => (left.no < right.no ? -1 : 1));
}

function batchOf(row: ClaimRow): ClaimedBatch {
  return {
    contractId: row.contract_id,
    no: BigInt(row.batch_no),
    id: row.id,
    claim: row.claim,
    month: parseBillingMonth(row.month),
    count: row.rows,
    hashTotal: row.hash_total,
    payload: row.payload,
    isTried: row.is_tried,
    sentAs: row.sent_as ?? undefined,
  };
}

interface ClaimRow {
  contract_id: string;
  batch_no: string;
  id: string;
  claim: string;
  month: string;
  rows: number;
  payload: string;
  hash_total: string;
  sent_as: string | null;
  is_tried: boolean;
}

/** Extends the claim by a whole lease. Throws ClaimLost. */
export async function renewClaim(db: Db, batch: ClaimedBatch): Promise<void> {
  await ofClaim(db, batch, sql`claimed_until = ${leaseEnd}`, sql`claimed_until > clock_timestamp()`);
}

/** Records that the usage database has the whole batch. The payload stays for some days. Throws ClaimLost. */
export async function markMoved(db: Db, batch: ClaimedBatch, now: Date): Promise<void> {
  await ofClaim(
    db,
    batch,
    sql`moved_at = coalesce(moved_at, ${now}), set_aside_at = null, failure = null, failures = 0, failed_at = null, claim = null, claimed_until = null, sent_as = null`,
  );
}

/**
 * Sets aside a batch that cannot be stored, until an operator looks at it; its contract is not billed until then.
 * Throws ClaimLost.
 */
export async function setAside(db: Db, batch: ClaimedBatch, failure: string, now: Date): Promise<void> {
  await ofClaim(
    db,
    batch,
    sql`set_aside_at = ${now}, moved_at = null, failure = ${failure.slice(0, 2_000)}, claim = null, claimed_until = null, sent_as = null`,
  );
}

/** Releases the claim, so that another process can try the batch; it will see that the batch was tried. */
export function releaseClaim(db: Db, batch: ClaimedBatch): Promise<void> {
  return releaseWithRetry(db, batch.claim, isBatch(batch), leaseSeconds);
}

async function ofClaim(
  db: Db,
  batch: ClaimedBatch,
  change: ReturnType<typeof sql>,
  condition = sql`true`,
): Promise<void> {
  const { rows } = await sql`
    update usage_batch set ${change}
    where ${isBatch(batch)} and claim = ${batch.claim} and ${condition}
    returning batch_no`.execute(db);
  if (rows.length === 0) throw new ClaimLost(`Batch ${batch.no} of ${batch.contractId} was taken by another process`);
}
