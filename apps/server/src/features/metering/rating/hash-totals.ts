import { billingMonthOf } from '@usance/period/billing-month';
import { instantOfEpochMs } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { type UsageWindow, windowSql } from './engine/usage-window.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;
type Window = UsageWindow & { readonly throughBatch: bigint };

/**
 * Whether every batch that lies in a window of whole months has as many rows there as were acknowledged, by a total that
 * means nothing else: each row adds a part of its batch's id. It overlooks what is wrong once in 2^48 times, and says no to
 * batches from before they had ids. However many batches there are, it is two sums.
 */
export async function isEachStoredOnce(
  { db, clickhouse }: Engines,
  window: Window,
  zone: BillingZone,
): Promise<boolean> {
  const { contractId, range, throughBatch } = window;
  const [stored] = await clickhouse.query<{ rows: string; hash: string; oldest: string; newest: string }>(
    `SELECT count() AS rows, sum(bitAnd(toUInt128(u.batch_id), toUInt128(281474976710655))) AS hash,
       min(u.batch_no) AS oldest, max(u.batch_no) AS newest
     FROM usage_record AS u WHERE ${windowSql(window)}`,
  );
  if (!stored) return false;
  const [first, last] = [billingMonthOf(range.start, zone), billingMonthOf(instantOfEpochMs(range.end - 1), zone)];
  // Batches with other numbers have no rows there, which the totals of their days tell.
  const { rows } = await sql<{ rows: string; hash: string }>`
    with due as (
      select batch_no, id, rows from usage_batch
      where contract_id = ${contractId} and month between ${first} and ${last}
        and batch_no between ${stored.oldest}::bigint and ${stored.newest}::bigint
    ), given as (
      select id, rows from due
      union all
      select due.id, -again.rows from due join usage_batch as again on again.again_of = due.batch_no
      where again.batch_no <= ${String(throughBatch)}::bigint
    )
    select coalesce(sum(rows), 0)::text as rows,
      coalesce(sum(rows::numeric * ('x' || right(id::text, 12))::bit(48)::bigint), 0)::text as hash
    from given`.execute(db);
  return rows[0]?.rows === stored.rows && rows[0].hash === stored.hash;
}
