import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { type Day, parseDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import type { Deps } from '#platform/context/context.ts';
import { billingDaySql } from '../../billing-day/billing-day-sql.ts';
import { overfullBatches } from '../../usage/mending/overfull-batches.ts';
import type { StoredBatch } from '../../usage/mending/stored-batches.ts';
import { hashTotalSql } from '../../usage/moving/hash-total.ts';
import { type UsageWindow, windowSql } from '../engine/usage-window.ts';
import { hasForgotten, isEachStoredOnce } from './hash-totals.ts';

type Window = UsageWindow & { readonly throughBatch: bigint };

/**
 * Returns the days of a window, in order, with rows of batches that are stored more than once, differ from the
 * acknowledged ones, or were never acknowledged.
 * Day totals alone do not suffice: a doubled row can hide a missing one of the same quantity. If the totals agree and
 * this returns no day, each batch is stored right.
 * `rows` is the number of rows in the window. At most `atOnce` batches are in memory at a time.
 */
export async function overfullDays(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  window: Window,
  { zone, rows, atOnce = batchesUsually }: { zone: BillingZone; rows: bigint; atOnce?: number },
): Promise<Day[]> {
  const months = { ...window, range: wholeMonths(window.range, zone) };
  const isWhole = months.range.start === window.range.start && months.range.end === window.range.end;
  // Batches whose rows were deleted have a sum of their month only.
  if ((isWhole || (await hasForgotten(db, months, zone))) && (await isEachStoredOnce({ db, clickhouse }, months, zone)))
    return [];
  const days = new Set<Day>();
  for (const numbers of rows <= atOnce ? [allNumbers] : await piecesOf(clickhouse, window, atOnce)) {
    const overfull = await overfullBatches(
      { db, clickhouse },
      await batchesOf(clickhouse, window, { numbers, zone }),
      window,
    );
    for (let from = 0; from < overfull.length; from += batchesAStatement) {
      const some = overfull.slice(from, from + batchesAStatement);
      for (const day of await daysOf(clickhouse, window, { batches: some, zone })) days.add(day);
    }
  }
  return [...days].sort();
}

/** The batches in memory at a time; they block the event loop for a few milliseconds. */
const batchesUsually = 10_000;
const batchesAStatement = 1_000;

/** SQL conditions that select batches by number. */
const allNumbers = 'true';

/** Returns conditions that each select at most `atOnce` of the window's batches, and all of them together. */
async function piecesOf(clickhouse: Deps['clickhouse'], window: Window, atOnce: number): Promise<string[]> {
  const rows = await clickhouse.query<{ last: string }>(
    `SELECT max(batch_no) AS last FROM (
       SELECT batch_no, row_number() OVER (ORDER BY batch_no) AS at
       FROM (SELECT DISTINCT u.batch_no AS batch_no FROM usage_record AS u WHERE ${windowSql(window)})
     ) GROUP BY intDiv(at - 1, {atOnce:UInt32}) ORDER BY last`,
    { atOnce },
  );
  return rows.map(({ last }, at) => `u.batch_no > ${rows[at - 1]?.last ?? '-1'} AND u.batch_no <= ${last}`);
}

/** Returns the batches in the window with their totals over its whole months: a batch lies in one month. */
async function batchesOf(
  clickhouse: Deps['clickhouse'],
  window: Window,
  { numbers, zone }: { numbers: string; zone: BillingZone },
): Promise<StoredBatch[]> {
  const rows = await clickhouse.query<{ batch_no: string; batch_id: string; rows: string; hash: string }>(
    `SELECT u.batch_no, u.batch_id, count() AS rows, ${hashTotalSql} AS hash
     FROM usage_record AS u WHERE ${windowSql({ ...window, range: wholeMonths(window.range, zone) })} AND ${numbers}
       AND u.batch_no IN (SELECT u.batch_no FROM usage_record AS u WHERE ${windowSql(window)} AND ${numbers})
     GROUP BY u.batch_no, u.batch_id`,
  );
  return rows.map(({ batch_no, batch_id, rows: count, hash }) => {
    return { contractId: window.contractId, no: BigInt(batch_no), id: batch_id, rows: Number(count), hashTotal: hash };
  });
}

async function daysOf(
  clickhouse: Deps['clickhouse'],
  window: Window,
  { batches, zone }: { batches: readonly StoredBatch[]; zone: BillingZone },
): Promise<Day[]> {
  const rows = await clickhouse.query<{ day: string }>(
    `SELECT DISTINCT ${billingDaySql('u.bill_at', zone)} AS day
     FROM usage_record AS u WHERE ${windowSql(window)} AND u.batch_no IN {numbers:Array(UInt64)}`,
    { numbers: batches.map(({ no }) => no) },
  );
  return rows.map(({ day }) => parseDay(day));
}

function wholeMonths({ start, end }: Range, zone: BillingZone): Range {
  const [first, last] = [billingMonthOf(start, zone), billingMonthOf(instantOfEpochMs(end - 1), zone)];
  return { start: rangeOf(first, zone).start, end: rangeOf(last, zone).end };
}
