import { randomUUID } from 'node:crypto';
import type { BillingMonth } from '@usance/period/billing-month';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { type ClaimedBatch, ClaimLost, claimFound } from './batch-claims.ts';
import { isFree, leaseEnd, leaseSeconds } from './claim-lease.ts';
import { lockedBatches } from './locked-batches.ts';
import { releaseWithRetry } from './release-claims.ts';
import { isWanted, type Wanted } from './wanted-batches.ts';

/** Each insert costs the usage database some 50 ms, whatever is in it. */
const mostBatches = 200;
/** The most bytes of their payloads, which lie in memory together; the insert has some five times as many. */
const mostBytes = 2 * 2 ** 20;

/**
 * Batches that are sent in one insert, under one token of deduplication, by one holder. If that fails,
 * the insert may still be running, so they stay a group until it can store nothing any more.
 */
export interface ClaimedGroup {
  readonly claim: string;
  /** Names the group for good: its token. */
  readonly sentAs: string;
  /** The one billing month of its rows. */
  readonly month: BillingMonth;
  readonly batches: readonly ClaimedBatch[];
  /** True if an earlier attempt may have stored it. */
  readonly isTried: boolean;
}

/**
 * Claims the oldest waiting batch with all that can go with it: the rest of its group, or new batches of its month if it
 * is new. A batch that was sent by itself is claimed by itself. Undefined if none waits.
 */
export async function claimWaiting(db: Db, wanted: Wanted): Promise<ClaimedBatch | ClaimedGroup | undefined> {
  const mine = randomUUID();
  const among = sql`moved_at is null`;
  const batches = await claimFound(db, { mine, found: oldestWithOthers(wanted), among });
  const [first] = batches;
  if (first?.sentAs === undefined) return first;
  return { claim: mine, sentAs: first.sentAs, month: first.month, batches, isTried: first.isTried };
}

function oldestWithOthers(wanted: Wanted): RawBuilder<unknown> {
  const isWaiting = sql`moved_at is null and set_aside_at is null and ${isFree}`;
  const isOurs = sql`${isWanted(wanted)} and not contract_id = any(${[...(wanted.except ?? [])]}::text[])`;
  return sql`
    with oldest as materialized (
      select batch_no as oldest_no, month as oldest_month, sent_as as group_no, claimed_until as tried_until from usage_batch
      where ${isWaiting} and ${isOurs} order by batch_no limit 1 for update skip locked
    ), others as (
      select batch_no, octet_length(payload) as bytes from usage_batch, oldest
      where ${isWaiting} and batch_no >= oldest_no and case
        when group_no is not null then sent_as = group_no
        when tried_until is not null then batch_no = oldest_no
        else claimed_until is null and month = oldest_month and ${isOurs} end
      order by batch_no limit ${mostBatches}
    ), fitting as (
      select batch_no from (select batch_no, sum(bytes) over (order by batch_no) - bytes as before from others) as added
      where before < ${mostBytes}
    )
    select batch_no, claimed_until from usage_batch
    where batch_no in (select batch_no from fitting) and ${isWaiting} order by batch_no for update skip locked`;
}

/** Extends the claim on the whole group by a lease. Throws ClaimLost if another process may have some of it. */
export async function renewGroup(db: Db, group: ClaimedGroup): Promise<void> {
  const isStillOurs = sql`${isOf(group)} and claimed_until > clock_timestamp()`;
  const { rows } = await sql`
    with locked as materialized (${lockedBatches(isStillOurs)})
    update usage_batch set claimed_until = ${leaseEnd}
    from locked where usage_batch.batch_no = locked.batch_no returning usage_batch.batch_no`.execute(db);
  if (rows.length < group.batches.length) throw new ClaimLost(`Group ${group.sentAs} was taken by another process`);
}

/** Records that the usage database has these batches of the group whole. Returns the numbers of those still ours. */
export async function markGroupMoved(
  db: Db,
  group: ClaimedGroup,
  proven: readonly ClaimedBatch[],
  now: Date,
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ batch_no: string }>`
    with locked as materialized (${lockedBatches(isOf({ ...group, batches: proven }))})
    update usage_batch
    set moved_at = coalesce(moved_at, ${now}), failures = 0, failed_at = null, claim = null, claimed_until = null,
      sent_as = null
    from locked where usage_batch.batch_no = locked.batch_no returning usage_batch.batch_no`.execute(db);
  return new Set(rows.map(({ batch_no }) => BigInt(batch_no)));
}

/** Releases what is left of a group. It stays `together` as long as its insert may still store something. */
export function releaseGroup(db: Db, group: ClaimedGroup, { together }: { together: boolean }): Promise<void> {
  return releaseWithRetry(db, group.claim, sql`moved_at is null`, leaseSeconds, together);
}

function isOf({ claim, batches }: Pick<ClaimedGroup, 'claim' | 'batches'>): RawBuilder<unknown> {
  return sql`(batch_no = any(${batches.map(({ no }) => String(no))}::bigint[]) and claim = ${claim})`;
}
