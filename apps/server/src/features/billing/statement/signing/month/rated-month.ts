import { type BillingMonth, firstDayOf, lastDayOf, rangeOf } from '@usance/period/billing-month';
import { type Day, daysIn } from '@usance/period/day';
import { billingZoneOf } from '@usance/period/zone';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { Outdated } from '#platform/start-over.ts';
import { type LockedContract, lockContract } from '../../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../../contract/contract/contract.ts';
import { brokenDays } from '../../../../metering/billing-day/carried-amounts.ts';
import { dirtyDays, markUsedDays } from '../../../../metering/billing-day/dirty-days.ts';
import { liveRuns } from '../../../../metering/billing-day/live-runs.ts';
import { stretchesOf } from '../../../../metering/billing-day/stretches.ts';
import { assertAcknowledged } from '../../../../metering/rating/acknowledged/disagreement.ts';
import { daysToAsk } from '../../../../metering/rating/days-to-rate.ts';
import { rateInParts } from '../../../../metering/rating/rate-in-parts.ts';
import { rateStretch } from '../../../../metering/rating/rate-stretch.ts';
import { refuseSignedMonths } from '../../../../metering/rating/refusal/refuse-signed-months.ts';
import { daysOfOldTerms, lockPrices } from '../../../../metering/rating-terms/rating-terms.ts';
import { skusByNumber } from '../../../../metering/sku/sku.queries.ts';
import {
  type HourAmount,
  linesOfMonth,
  type MonthLine,
  RatedRowsLost,
  type SkuLine,
} from '../../../purchase/month-lines.ts';

/** A month by line and by hour, with the rating runs that it sums; valid while exactly these runs are live. */
export interface RatedMonth {
  readonly lines: readonly MonthLine[];
  /** For vouchers, which pay by the hour. */
  readonly hours: readonly HourAmount[];
  readonly runs: readonly bigint[];
}

/** Rates a month. It may take long, so call it outside transactions. */
export type RateMonth = (deps: Deps, contract: ContractRow, month: BillingMonth) => Promise<RatedMonth>;

/**
 * Accepts pending usage, rates the days with new usage or possibly changed prices or names, and returns the month's
 * lines. Other days keep their runs: `linesOfMonth` proves them by their rows, and `assertStillRated` by the
 * acknowledged usage. Refuses with 409 usage without a price.
 */
export async function rateMonth(deps: Deps, contract: ContractRow, month: BillingMonth): Promise<RatedMonth> {
  const { db } = deps;
  const marked = await markedDays(db, contract.id, month);
  const ofOldTerms = await daysOfOldTerms(db, contract, firstDayOf(month), lastDayOf(month));
  const broken = (await brokenDays(db, { contractId: contract.id, month })).map(({ day }) => day);
  await rateAgain(deps, contract, [...new Set([...marked, ...ofOldTerms, ...broken])].sort());
  const rated = await linesOrRatedAgain(deps, contract, month);
  if (await isInWordsOfNow(db, rated.lines)) return rated;
  // A SKU was renamed meanwhile, or a repair used the names of a statement that is now withdrawn.
  await rateWhole(deps, contract, month);
  const again = await linesOfMonth(deps, contract.id, month);
  if (!(await isInWordsOfNow(db, again.lines))) throw new Outdated('A SKU was renamed meanwhile. Please try again.');
  return again;
}

async function linesOrRatedAgain(deps: Deps, contract: ContractRow, month: BillingMonth) {
  return linesOfMonth(deps, contract.id, month).catch(async (error: unknown) => {
    if (!(error instanceof RatedRowsLost)) throw error;
    deps.log.error({ contractId: contract.id, month, err: error }, 'rated rows are missing and are rated again');
    await rateWhole(deps, contract, month);
    return linesOfMonth(deps, contract.id, month);
  });
}

function rateWhole(deps: Deps, contract: ContractRow, month: BillingMonth): Promise<void> {
  const zone = billingZoneOf(contract.currency);
  return rateAgain(deps, contract, daysIn(rangeOf(month, zone), zone));
}

/** Rates days of a month. */
async function rateAgain(deps: Deps, contract: ContractRow, days: readonly Day[]): Promise<void> {
  const rate = (part: readonly Day[]) => rateStretch(deps, contract, part);
  // Waiting days come first: while one cannot be rated, the others must not be rated each minute.
  const first = (await dirtyDays(deps.db, contract.id)).map(({ day }) => day);
  for (const stretch of stretchesOf(await daysToAsk(deps.db, contract.id, days)))
    for await (const { days: tried, error } of rateInParts(stretch, rate, { first })) {
      if (error instanceof OverLimits) await waitForRoom(deps.db, contract.id, tried).catch(signedMeanwhile);
      if (error !== undefined) signedMeanwhile(error);
    }
}

/** Marks the days that exceeded the memory, so that the next try begins with them. */
function waitForRoom(db: Deps['db'], contractId: string, days: readonly Day[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockContract(tx, contractId);
    await refuseSignedMonths(tx, contractId, days);
    const used = days.map((day) => ({ contractId, day }));
    await markUsedDays(tx, used);
  });
}

/** True if each line has the current name of its SKU; otherwise rating again fixes it. */
async function isInWordsOfNow(db: DbOrTx, lines: readonly SkuLine[]): Promise<boolean> {
  const skus = await skusByNumber(
    db,
    lines.map(({ skuNo }) => skuNo),
  );
  return lines.every(({ skuNo, product, type, subType }) => {
    const sku = skus.get(skuNo);
    return sku?.product === product && sku.type === type && sku.sub_type === subType;
  });
}

/** Turns the refusal of a month signed meanwhile into Outdated, so that the caller starts over and sees it. */
function signedMeanwhile(error: unknown): never {
  if (error instanceof Refusal && error.reason === 'MONTH_SIGNED') throw new Outdated(error.message);
  throw error;
}

/**
 * Throws Outdated if usage, prices or runs of the month changed since it was rated, or if a day's tiers do not begin
 * at the sum of the days before. Refuses with 409 USAGE_DISAGREES if live rows differ from the acknowledged usage.
 */
export async function assertStillRated(
  tx: Tx,
  contract: LockedContract,
  month: BillingMonth,
  rated: RatedMonth,
): Promise<void> {
  const changedRun = await lockPrices(tx, contract);
  const waiting = await markedDays(tx, contract.id, month);
  const counting = await liveRuns(tx, contract.id, firstDayOf(month), lastDayOf(month));
  const isSame = counting.length === rated.runs.length && counting.every(({ runNo }, at) => runNo === rated.runs[at]);
  const isAtOldPrices = counting.some(({ runNo }) => runNo < changedRun);
  const broken = await brokenDays(tx, { contractId: contract.id, month });
  if (waiting.length > 0 || isAtOldPrices || !isSame || broken.length > 0)
    throw new Outdated('Usage keeps arriving for this month. Please try again.');
  await assertAcknowledged(tx, contract.id, firstDayOf(month), lastDayOf(month));
}

async function markedDays(db: DbOrTx, contractId: string, month: BillingMonth): Promise<Day[]> {
  const marked = await dirtyDays(db, contractId);
  return marked.map(({ day }) => day).filter((day) => day.startsWith(month));
}
