import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { type Day, parseDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { type BillingZone, offsetMs } from '@usance/period/zone';
import type { Deps } from '../../../platform/context/context.ts';
import { overfullBatches, type StoredBatch } from '../usage/overfull-batches.ts';
import { type UsageWindow, windowSql } from './engine/usage-window.ts';

type Window = UsageWindow & { readonly throughBatch: bigint };

/**
 * The days of a window, in order, on which the usage database has rows of batches that are stored more than once, or that
 * nobody acknowledged. Day totals alone cannot tell: a batch that is there twice makes up for one of the same rows and
 * quantity that is missing. Where they agree and no day is told here, each batch has its rows.
 */
export async function overfullDays(
  engines: Pick<Deps, 'db' | 'clickhouse'>,
  window: Window,
  zone: BillingZone,
): Promise<Day[]> {
  const stored = await batchesOf(engines.clickhouse, window, zone);
  const overfull = await overfullBatches(engines, stored, window);
  return [...new Set(overfull.flatMap(({ days }) => days))].sort();
}

/** The batches that lie in the window, and what its whole months have of them: a batch lies in one month. */
async function batchesOf(
  clickhouse: Deps['clickhouse'],
  window: Window,
  zone: BillingZone,
): Promise<(StoredBatch & { readonly days: readonly Day[] })[]> {
  const { contractId, range } = window;
  const rows = await clickhouse.query<{ batch_no: string; batch_id: string; rows: string; days: string[] }>(
    `SELECT u.batch_no, u.batch_id, count() AS rows,
       groupUniqArrayIf(toDate(u.bill_at + toIntervalSecond({offset:Int32})), ${windowSql(window)}) AS days
     FROM usage_record AS u WHERE ${windowSql({ ...window, range: wholeMonths(range, zone) })}
     GROUP BY u.batch_no, u.batch_id HAVING notEmpty(days)`,
    { offset: offsetMs(zone) / 1_000 },
  );
  return rows.map(({ batch_no, batch_id, rows: count, days }) => {
    return { contractId, no: BigInt(batch_no), id: batch_id, rows: Number(count), days: days.map(parseDay) };
  });
}

function wholeMonths({ start, end }: Range, zone: BillingZone): Range {
  const [first, last] = [billingMonthOf(start, zone), billingMonthOf(instantOfEpochMs(end - 1), zone)];
  return { start: rangeOf(first, zone).start, end: rangeOf(last, zone).end };
}
