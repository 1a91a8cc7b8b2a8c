import { billingMonthOf } from '@usance/period/billing-month';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { hashTotalSql, hashTotals } from '../../usage/moving/hash-total.ts';
import { type UsageWindow, windowSql } from '../engine/usage-window.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;
type Window = UsageWindow & { readonly throughBatch: bigint };

/**
 * True if a window of whole months holds every acknowledged record exactly once. Compares the sum of hash totals in
 * both databases, so it costs two sums, however many batches there are.
 */
export async function isEachStoredOnce(
  { db, clickhouse }: Engines,
  window: Window,
  zone: BillingZone,
): Promise<boolean> {
  const { contractId, range, throughBatch } = window;
  const [stored] = await clickhouse.query<{ rows: string; hash: string; oldest: string; newest: string }>(
    `SELECT count() AS rows, ${hashTotalSql} AS hash,
       min(u.batch_no) AS oldest, max(u.batch_no) AS newest
     FROM usage_record AS u WHERE ${windowSql(window)}`,
  );
  if (!stored) return false;
  const { first, last } = monthsOf(range, zone);
  // Batches with other numbers have no rows in the window; the totals of their days reveal them.
  const { rows } = await sql<{ is_same: boolean }>`
    with due as (
      select batch_no, rows, hash_total from usage_batch
      where contract_id = ${contractId} and month between ${first} and ${last}
        and batch_no between ${stored.oldest}::bigint and ${stored.newest}::bigint
    ), given as (
      select rows, hash_total from due
      union all
      select -again.rows, -again.hash_total from due join usage_batch as again on again.again_of = due.batch_no
      where again.batch_no <= ${String(throughBatch)}::bigint
      union all
      select rows, hash_total from forgotten_batches
      where contract_id = ${contractId} and month between ${first} and ${last}
    )
    select coalesce(sum(rows), 0) = ${stored.rows}::bigint
      and mod(coalesce(sum(hash_total), 0) - ${stored.hash}::numeric, ${sql.lit(hashTotals)}::numeric) = 0 as is_same
    from given`.execute(db);
  return rows[0]?.is_same === true;
}

/** True if rows of batches were deleted in the months of a window. */
export async function hasForgotten(db: Deps['db'], { contractId, range }: Window, zone: BillingZone): Promise<boolean> {
  const { first, last } = monthsOf(range, zone);
  const found = await db
    .selectFrom('forgotten_batches')
    .select('month')
    .where('contract_id', '=', contractId)
    .where('month', '>=', first)
    .where('month', '<=', last)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function monthsOf({ start, end }: Range, zone: BillingZone) {
  return { first: billingMonthOf(start, zone), last: billingMonthOf(instantOfEpochMs(end - 1), zone) };
}
