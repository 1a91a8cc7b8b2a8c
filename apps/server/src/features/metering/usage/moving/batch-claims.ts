import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { isFree, leaseEnd, leaseSeconds, shortenClaims } from './claim-lease.ts';
import { letGo } from './let-go-of-claims.ts';
import { isBatch, isWanted, type Wanted } from './wanted-batches.ts';

/** What makes a batch known in the usage database: numbers alone can come again. */
export interface BatchIdentity {
  readonly contractId: string;
  readonly no: bigint;
  readonly id: string;
}

/** A batch that nobody else moves before the claim on it runs out, by PostgreSQL's clock. */
export interface ClaimedBatch extends BatchIdentity {
  readonly claim: string;
  readonly count: number;
  /** What `rowsIn` reads. */
  readonly payload: string;
  /** Somebody may have sent it before. */
  readonly isTried: boolean;
}

/** The claim ran out and somebody else may have taken the batch: it is theirs now. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Claims the oldest batch that waits and that nobody has claimed; undefined when there is none. */
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

/** Claims one batch of which the payload is still kept, moved or not; undefined when somebody has it, or it is gone. */
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
      // Nobody knows whether there is a claim whose answer was lost: it would last for as long as one of a killed process.
      await letGo(db, mine, among, leaseSeconds);
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

/** Has the claim last from now on. Throws ClaimLost. */
export async function renewClaim(db: Db, batch: ClaimedBatch): Promise<void> {
  await ofClaim(db, batch, sql`claimed_until = ${leaseEnd}`, sql`claimed_until > clock_timestamp()`);
}

/** The batch is in the usage database, proven; its payload is kept for a while. Throws ClaimLost. */
export async function markMoved(db: Db, batch: ClaimedBatch, now: Date): Promise<void> {
  await ofClaim(
    db,
    batch,
    sql`moved_at = coalesce(moved_at, ${now}), set_aside_at = null, failure = null, failures = 0, failed_at = null, claim = null, claimed_until = null`,
  );
}

/** Nobody can store the batch as it is: it waits for a person, and its contract with it. Throws ClaimLost. */
export async function setAside(db: Db, batch: ClaimedBatch, failure: string, now: Date): Promise<void> {
  await ofClaim(
    db,
    batch,
    sql`set_aside_at = ${now}, moved_at = null, failure = ${failure.slice(0, 2_000)}, claim = null, claimed_until = null`,
  );
}

/** Lets others try; they see that it was tried. */
export function releaseClaim(db: Db, batch: ClaimedBatch): Promise<void> {
  return letGo(db, batch.claim, isBatch(batch), leaseSeconds);
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
  if (rows.length === 0) throw new ClaimLost(`Batch ${batch.no} of ${batch.contractId} was taken by somebody else`);
}
