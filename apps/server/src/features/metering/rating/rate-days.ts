import { add, compare, type Decimal, sum } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import { type Day, rangeOfDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { Outdated } from '#platform/start-over.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { monthOf } from '../billing-day/carried-amounts.ts';
import type { RatedDay } from '../billing-day/rated-days.ts';
import type { UsedDay } from '../billing-day/used-days.ts';
import { priceSegments } from '../price/book/price-book.ts';
import { AmountTooLarge } from './engine/arithmetic.ts';
import { ratedTotals, usageTotals } from './engine/control-totals.ts';
import { hourTotals } from './engine/hour-totals.ts';
import { IncompleteRun, rateWindow, UnpricedUsage } from './engine/rate-window.ts';
import { isSumOf, rolledUp } from './engine/roll-up.ts';
import { partsOfDays } from './parts-of-days.ts';
import { RefusedDays } from './refusal/refused-days.ts';
import { unpricedRefusal } from './refusal/unpriced-refusal.ts';
import { drawFreshRuns } from './run/draw-fresh-runs.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/** A rated day, with the hash total of its records. */
type RatedRecords = RatedDay & { readonly hashTotal: string };

/**
 * Rates the usage of adjacent billing days in batches up to `throughBatch`, under new run numbers that are not live
 * yet. Throws IncompleteRun if usage changed meanwhile, and Outdated if a number was used before; both can be tried
 * again.
 */
export async function rateDays(
  engines: Engines,
  contract: ContractRow,
  { days, throughBatch, carriedIn = new Map(), used = [] }: Rating,
): Promise<RatedRecords[]> {
  const zone = billingZoneOf(contract.currency);
  const rated: RatedRecords[] = [];
  for (const [month, daysOfMonth] of Map.groupBy(days, monthOf)) {
    let carried = carriedIn.get(month);
    for (const part of carried === undefined ? [daysOfMonth] : partsOfDays(daysOfMonth, used)) {
      // Numbers are drawn before reading: a run with a later number has read prices and usage at least as new.
      const numbers = await drawFreshRuns(engines, [contract], part.length);
      const runs = part.map((day, index) => ({ day, range: rangeOfDay(day, zone), runNo: numbers[index] ?? 0n }));
      const done = await rateDaysOfMonth(engines, contract, { runs, throughBatch, carriedIn: carried });
      rated.push(...done);
      if (carried !== undefined) carried = sum([carried, ...done.flatMap((day) => day.carried?.beforeTiers ?? [])]);
    }
  }
  return rated;
}

interface Rating {
  /** Each month gets its own statement, since a statement contains every price and day. */
  readonly days: readonly Day[];
  readonly throughBatch: bigint;
  /** For months in which days carry on the amount of earlier days: the amount before their first day here. */
  readonly carriedIn?: ReadonlyMap<BillingMonth, Decimal>;
  readonly used?: readonly UsedDay[];
}

type Run = { day: Day; range: Range; runNo: bigint };

async function rateDaysOfMonth(
  engines: Engines,
  contract: ContractRow,
  { runs, throughBatch, carriedIn }: { runs: readonly Run[]; throughBatch: bigint; carriedIn: Decimal | undefined },
): Promise<RatedRecords[]> {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { start: first.range.start, end: last.range.end };
  const window = { contractId: contract.id, range, throughBatch };
  // Late usage has the price of its own hour, which lies before the days in which it is billed.
  const segments = await priceSegments(engines.db, contract, { start: instantOfEpochMs(0), end: range.end });
  // The tiers were agreed on after the days were chosen, and they affect more days.
  if (carriedIn === undefined && segments.some(({ tiers }) => tiers !== undefined))
    throw new Outdated('Tiers have changed meanwhile. Please try again.');
  const run = { contractId: contract.id, days: runs, segments, throughBatch };
  const { carried } = await rateWindow(engines.clickhouse, carriedIn === undefined ? run : { ...run, carriedIn }).catch(
    (error: unknown) => refuseUnbillable(engines.db, error, runs),
  );

  const runNos = runs.map(({ runNo }) => runNo);
  const totals = await ratedTotals(engines.clickhouse, [contract.id], runNos);
  const hoursByRun = await hourTotals(engines.clickhouse, [contract.id], runNos);
  const sums = await rolledUp(engines.clickhouse, [contract.id], runNos);
  const metered = await usageTotals(engines.clickhouse, window);
  const rows = totals.reduce((all, total) => all + total.rows, 0n);
  if (metered.rows !== rows || compare(metered.quantity, sum(totals.map((total) => total.quantity))) !== 0) {
    throw new IncompleteRun(metered.rows, rows);
  }
  const totalByRun = new Map(totals.map((total) => [total.runNo, total]));
  let before = carriedIn;
  return runs.flatMap(({ day, runNo }) => {
    const total = totalByRun.get(runNo);
    if (total === undefined) return [];
    const hours = hoursByRun.get(runNo) ?? [];
    if (!isSumOf(sums.get(runNo), total)) throw new Outdated('The roll-up of a day is not its sum. Please try again.');
    if (compare(sum(hours.map(({ amount }) => amount)), total.amount) !== 0)
      throw new Outdated('The amounts of a day’s hours do not add up to the day. Please try again.');
    const added = carried.get(runNo);
    if (before === undefined || added === undefined) return [{ day, ...total, hours }];
    const carriedDay = { carriedIn: before, ...added };
    before = add(before, added.beforeTiers);
    return [{ day, ...total, hours, carried: carriedDay }];
  });
}

/** Usage that cannot be billed must not be skipped silently, so the whole calculation is refused. */
async function refuseUnbillable(db: DbOrTx, error: unknown, runs: readonly Run[]): Promise<never> {
  if (!(error instanceof UnpricedUsage || error instanceof AmountTooLarge)) throw error;
  const days = runs.filter(({ runNo }) => error.runNos.has(runNo)).map(({ day }) => day);
  if (error instanceof UnpricedUsage) throw await unpricedRefusal(db, error.unpriced, days);
  const { message } = error;
  if (days.length > 0) throw new RefusedDays('AMOUNT_TOO_LARGE', days, { message, metadata: {} });
  throw conflict('AMOUNT_TOO_LARGE', message);
}
