import { type BillingMonth, firstDayOf, lastDayOf, rangeOf } from '@usance/period/billing-month';
import { type Day, daysIn } from '@usance/period/day';
import { billingZoneOf } from '@usance/period/zone';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { Outdated } from '#platform/start-over.ts';
import { type LockedContract, lockContract } from '../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { brokenDays } from '../../../metering/billing-day/carried-amounts.ts';
import { dirtyDays, markUsedDays } from '../../../metering/billing-day/dirty-days.ts';
import { liveRuns } from '../../../metering/billing-day/live-runs.ts';
import { stretchesOf } from '../../../metering/billing-day/stretches.ts';
import { daysToAsk } from '../../../metering/rating/days-to-rate.ts';
import { assertAcknowledged, assertCounted } from '../../../metering/rating/disagreement.ts';
import { rateInParts } from '../../../metering/rating/rate-in-parts.ts';
import { rateStretch } from '../../../metering/rating/rate-stretch.ts';
import { refuseSignedMonths } from '../../../metering/rating/refuse-signed-months.ts';
import { daysOfOldTerms, holdPrices } from '../../../metering/rating-terms/rating-terms.ts';
import { skusByNumber } from '../../../metering/sku/sku.queries.ts';
import {
  type HourAmount,
  linesOfMonth,
  type MonthLine,
  RatedRowsLost,
  type SkuLine,
} from '../../purchase/month-lines.ts';

/** A month by line and by hour, and the rating runs that they sum: they hold for as long as exactly these runs count. */
export interface RatedMonth {
  readonly lines: readonly MonthLine[];
  /** Vouchers pay by the hour. */
  readonly hours: readonly HourAmount[];
  readonly runs: readonly bigint[];
}

/**
 * Where a month's lines come from. It takes as long as rating takes, so nobody calls it inside a transaction. `attempt`
 * counts from 1; a later one follows one whose lines no longer held.
 */
export type RateMonth = (
  deps: Deps,
  contract: ContractRow,
  month: BillingMonth,
  attempt: number,
) => Promise<RatedMonth>;

/**
 * Takes in pending usage and rates the whole month again, at the prices of now; a later attempt only the days that have
 * changed since, so that it gains on what keeps arriving. Refuses with 409 what no price covers.
 */
export const rateMonth: RateMonth = async (deps, contract, month, attempt) => {
  if (attempt === 1) await rateWhole(deps, contract, month);
  return rateChangedDays(deps, contract, month);
};

/**
 * The month's lines once those of its days are rated that took in usage, or of which prices or words may have changed,
 * since they were rated last. The others stay as they are, so that who only asks keeps nobody from signing.
 */
export async function rateChangedDays(deps: Deps, contract: ContractRow, month: BillingMonth): Promise<RatedMonth> {
  const { db } = deps;
  const marked = await markedDays(db, contract.id, month);
  const ofOldTerms = await daysOfOldTerms(db, contract, firstDayOf(month), lastDayOf(month));
  const broken = (await brokenDays(db, { contractId: contract.id, month })).map(({ day }) => day);
  await rateAgain(deps, contract, month, [...new Set([...marked, ...ofOldTerms, ...broken])].sort());
  const rated = await linesOrRatedAgain(deps, contract, month);
  if (await isInWordsOfNow(db, rated.lines)) return rated;
  // A SKU was renamed on the way, or days were repaired in the words of a statement that is withdrawn by now.
  await rateWhole(deps, contract, month);
  const again = await linesOfMonth(deps, contract.id, month);
  if (!(await isInWordsOfNow(db, again.lines))) throw new Outdated('A SKU was renamed meanwhile. Please try again.');
  return again;
}

async function linesOrRatedAgain(deps: Deps, contract: ContractRow, month: BillingMonth) {
  return linesOfMonth(deps, contract.id, month).catch(async (error: unknown) => {
    if (!(error instanceof RatedRowsLost)) throw error;
    deps.log.error({ contractId: contract.id, month, err: error }, 'Rated rows are missing and are made again');
    await rateWhole(deps, contract, month);
    return linesOfMonth(deps, contract.id, month);
  });
}

function rateWhole(deps: Deps, contract: ContractRow, month: BillingMonth): Promise<void> {
  const zone = billingZoneOf(contract.currency);
  return rateAgain(deps, contract, month, daysIn(rangeOf(month, zone), zone));
}

/** Days of the month. */
async function rateAgain(deps: Deps, contract: ContractRow, month: BillingMonth, days: readonly Day[]): Promise<void> {
  // First, or each try would leave rows that never count.
  await assertCounted(deps.db, contract.id, rangeOf(month, billingZoneOf(contract.currency)).start);
  const rate = (part: readonly Day[]) => rateStretch(deps, contract, part);
  // As long as one that waits cannot be rated, the calendar would rate those beside it each minute.
  const first = (await dirtyDays(deps.db, contract.id)).map(({ day }) => day);
  for (const stretch of stretchesOf(await daysToAsk(deps.db, contract.id, days)))
    for await (const { days: tried, error } of rateInParts(stretch, rate, { first })) {
      if (error instanceof OverLimits) await waitForRoom(deps.db, contract.id, tried).catch(signedMeanwhile);
      if (error !== undefined) signedMeanwhile(error);
    }
}

/** Days that had room when they were rated last wait for it too: whoever tries the month again begins with them. */
function waitForRoom(db: Deps['db'], contractId: string, days: readonly Day[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockContract(tx, contractId);
    await refuseSignedMonths(tx, contractId, days);
    const used = days.map((day) => ({ contractId, day }));
    await markUsedDays(tx, used);
  });
}

/** Whether each line shows its SKU as it is called now, and so all of them alike: that can be made again. */
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

/** Somebody else signs the month: whoever starts over sees that first. */
function signedMeanwhile(error: unknown): never {
  if (error instanceof Refusal && error.reason === 'MONTH_SIGNED') throw new Outdated(error.message);
  throw error;
}

/**
 * Throws Outdated when usage has come in, prices have changed, or a day was rated again, since the month was rated, or where
 * a day was cut by another amount than the days before it come to. Refuses
 * with 409 USAGE_DISAGREES when what counts is not what was acknowledged.
 */
export async function assertStillRated(
  tx: Tx,
  contract: LockedContract,
  month: BillingMonth,
  rated: RatedMonth,
): Promise<void> {
  const changedRun = await holdPrices(tx, contract);
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
