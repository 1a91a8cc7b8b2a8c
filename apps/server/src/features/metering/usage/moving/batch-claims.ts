import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { isFree, leaseEnd, leaseSeconds, shortenClaims } from './claim-lease.ts';
import { releaseWithRetry } from './release-claims.ts';
import { isBatch, isWanted, type Wanted } from './wanted-batches.ts';

/** The identity of a batch in the usage database. After a restore of PostgreSQL, numbers can repeat. */
export interface BatchIdentity {
  readonly contractId: string;
  readonly no: bigint;
  readonly id: string;
}

/** A batch that no other process moves until its claim expires, by PostgreSQL's clock. */
export interface ClaimedBatch extends BatchIdentity {
  readonly claim: string;
  readonly count: number;
  /** JSON; see `rowsIn`. */
  readonly payload: string;
  /** True if an earlier attempt may have sent it. */
  readonly isTried: boolean;
}

/** The claim expired, and another process may own the batch now. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Claims the oldest waiting batch without a claim; undefined if there is none. */
export async function claimNext(db: Db, wanted: Wanted): Promise<ClaimedBatch | undefined> {
  return claim(
    db,
    sql`select contract_id, batch_no, claimed_until from usage_batch
        where moved_at is null and set_aside_at is null and ${isFree}
          and ${isWanted(wanted)} and not contract_id = any(${[...(wanted.except ?? [])]}::text[])
        order by batch_no limit 1 for update skip locked`,
    sql`moved_at is null`,
  );
}

/**
 * Claims a batch whose payload is kept, moved or not; undefined if another process has it or the payload is deleted.
 */
export async function claimKept(db: Db, { contractId, no }: Pick<BatchIdentity, 'contractId' | 'no'>) {
  return claim(
    db,
    sql`select contract_id, batch_no, clock_timestamp() as claimed_until from usage_batch
        where ${isBatch({ contractId, no })} and payload is not null and ${isFree}
        for update skip locked`,
    isBatch({ contractId, no }),
  );
}

async function claim(
  db: Db,
  found: ReturnType<typeof sql>,
  among: ReturnType<typeof sql>,
): Promise<ClaimedBatch | undefined> {
  const mine = randomUUID();
  const { rows } = await sql<ClaimRow>`
    with found as materialized (${found})
    update usage_batch as batch
    set claim = ${mine}, claimed_until = ${leaseEnd}
    from found where batch.contract_id = found.contract_id and batch.batch_no = found.batch_no
    returning batch.contract_id, batch.batch_no, batch.id, batch.claim, batch.rows, batch.payload,
      found.claimed_until is not null as is_tried`
    .execute(db)
    .catch(async (error: unknown) => {
      // If the reply was lost, the claim may exist and would block the batch for a whole lease.
      await releaseWithRetry(db, mine, among, leaseSeconds);
      throw error;
    });
  const [row] = rows;
  if (!row) {
    await shortenClaims(db, among);
    return undefined;
  }
  return {
    contractId: row.contract_id,
    no: BigInt(row.batch_no),
    id: row.id,
    claim: row.claim,
    count: row.rows,
    payload: row.payload,
    isTried: row.is_tried,
  };
}

interface ClaimRow {
  contract_id: string;
  batch_no: string;
  id: string;
  claim: string;
  rows: number;
  payload: string;
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
    sql`moved_at = coalesce(moved_at, ${now}), set_aside_at = null, failure = null, failures = 0, failed_at = null, claim = null, claimed_until = null`,
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
    sql`set_aside_at = ${now}, moved_at = null, failure = ${failure.slice(0, 2_000)}, claim = null, claimed_until = null`,
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
