import { type Day, rangeOfDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Stores } from '#platform/context/context.ts';
import type { MonthLine } from '../../billing/purchase/month-lines.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { keptCarriedIn } from '../../metering/billing-day/carried-amounts.ts';
import type { LiveRun } from '../../metering/billing-day/live-runs.ts';
import { stretchesOf } from '../../metering/billing-day/stretches.ts';
import { priceSegments } from '../../metering/price/book/price-book.ts';
import { ratedTotals } from '../../metering/rating/engine/control-totals.ts';
import { rateWindow } from '../../metering/rating/engine/rate-window.ts';
import { rateInHalves } from '../../metering/rating/rate-in-parts.ts';
import { drawFreshRuns } from '../../metering/rating/run/draw-fresh-runs.ts';
import { inWordsOf } from './words-of-statement.ts';

/** A day rated again under a run that does not count yet, with its totals. */
export type Remade = Pick<LiveRun, 'runNo' | 'rows' | 'amount'> & { readonly lost: LiveRun };

/**
 * Rates lost days of a signed month again, at the prices of their time and in the words of the statement, under new
 * runs that are not read yet. Throws the errors of drawFreshRuns and rateWindow.
 */
export async function rateLostDays(
  { db, clickhouse }: Pick<Stores, 'db' | 'clickhouse'>,
  contract: ContractRow,
  { lost, lines }: { lost: readonly LiveRun[]; lines: readonly MonthLine[] },
): Promise<Remade[]> {
  const zone = billingZoneOf(contract.currency);
  const runOf = new Map<Day, bigint>();
  const rate = async (part: readonly Day[]) => {
    // Days whose rating exceeded the limits may have left rows under their former numbers.
    const numbers = await drawFreshRuns({ db, clickhouse }, [contract], part.length);
    const days = part.map((day, index) => ({ range: rangeOfDay(day, zone), runNo: numbers[index] ?? 0n }));
    const end = days.at(-1)?.range.end ?? instantOfEpochMs(0);
    const segments = await priceSegments(db, contract, { start: instantOfEpochMs(0), end });
    const window = { contractId: contract.id, days, segments: inWordsOf(lines, segments) };
    const carriedIn = part[0] && (await keptCarriedIn(db, contract.id, part[0]));
    await rateWindow(clickhouse, carriedIn === undefined ? window : { ...window, carriedIn });
    part.forEach((day, index) => {
      runOf.set(day, numbers[index] ?? 0n);
    });
  };
  for (const stretch of stretchesOf(lost.map(({ day }) => day))) await rateInHalves(stretch, rate);
  const remade = await ratedTotals(clickhouse, [contract.id], [...runOf.values()]);
  const totals = new Map(remade.map((total) => [total.runNo, total]));
  return lost.map((day) => {
    const runNo = runOf.get(day.day) ?? 0n;
    const { rows = 0n, amount = '0' } = totals.get(runNo) ?? {};
    return { lost: day, runNo, rows, amount };
  });
}
