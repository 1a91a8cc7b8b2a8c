import type { Decimal } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import { type Day, rangeOfDay } from '@usance/period/day';
import { billingZoneOf } from '@usance/period/zone';
import type { Stores } from '#platform/context/context.ts';
import { Outdated, startingOver } from '#platform/start-over.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { carriedInto, monthOf } from '../billing-day/carried-amounts.ts';
import type { UsedDay } from '../billing-day/used-days.ts';
import { mendUsage, type StoredUsage } from '../usage/mending/mend-usage.ts';
import { flushThrough } from '../usage/moving/flush-usage.ts';
import { acknowledgedOf } from './acknowledged/acknowledged.ts';
import { daysOfOtherRecords, disagreeingDays, usageDisagrees } from './acknowledged/disagreement.ts';
import { overfullDays } from './acknowledged/overfull-days.ts';
import { type DaysToRate, daysToRate } from './days-to-rate.ts';
import { usageTotalsByDay } from './engine/control-totals.ts';
import { IncompleteRun } from './engine/rate-window.ts';
import { rateDays } from './rate-days.ts';
import { refuseSignedMonths } from './refusal/refuse-signed-months.ts';
import { replaceRatedDays } from './replace-rated-days.ts';

/**
 * Rates adjacent billing days, for the first time or again, and makes the new rows live in one step: readers see all
 * old rows or all new ones. Runs outside any transaction.
 * Counts exactly the acknowledged usage, each record once. 409: MONTH_SIGNED, USAGE_UNPRICED, AMOUNT_TOO_LARGE,
 * USAGE_DISAGREES.
 */
export async function rateStretch(deps: Stores, contract: ContractRow, days: readonly Day[]): Promise<void> {
  await refuseSignedMonths(deps.db, contract.id, days);
  await startingOver(async () => rateOnce(deps, contract, await daysToRate(deps.db, contract.id, days)));
}

async function rateOnce(deps: Stores, contract: ContractRow, { days, carried }: DaysToRate): Promise<void> {
  const carriedIn = await amountsCarriedIn(deps.db, contract.id, { days, carried });
  const { throughBatch, used, ...held } = await acknowledgedOf(deps.db, contract.id, days);
  await flushThrough(deps, { contractId: contract.id, throughBatch });
  // Checked before rating, so that failed attempts leave no rows behind.
  const measure = () => measureStored(deps, contract, { days, throughBatch, used });
  const storedDisagree = async () => (await measure()).disagreeing;
  const stored = await measure();
  await assertStored(deps, contract.id, { throughBatch, disagreeing: stored.disagreeing, storedDisagree });
  const rated = await rateDays(deps, contract, { days, throughBatch, carriedIn, used }).catch((error: unknown) => {
    if (!(error instanceof IncompleteRun)) throw error;
    deps.log.warn({ contractId: contract.id, error: error.message }, 'rating run abandoned');
    throw new Outdated('Usage keeps arriving for this window. Please try again.');
  });
  // Batches may have been doubled or deleted meanwhile.
  const disagreeing = [...new Set([...disagreeingDays(used, rated), ...daysOfOtherRecords(stored.totals, rated)])];
  await assertStored(deps, contract.id, { throughBatch, disagreeing, storedDisagree });
  await replaceRatedDays(deps, contract.id, { days, rated, carriedIn, ...held });
}

/** The month's amount before the first of the days, by month. Other runs may rate earlier days meanwhile. */
async function amountsCarriedIn(
  db: Stores['db'],
  contractId: string,
  { days, carried }: DaysToRate,
): Promise<ReadonlyMap<BillingMonth, Decimal>> {
  const amounts = new Map<BillingMonth, Decimal>();
  for (const month of carried) {
    const first = days.find((day) => monthOf(day) === month);
    if (first !== undefined) amounts.set(month, await carriedInto(db, contractId, first));
  }
  return amounts;
}

/** The stored totals of each day for batches up to a number, and the days that differ from the acknowledged ones. */
async function measureStored(
  { db, clickhouse }: Stores,
  { id: contractId, currency }: ContractRow,
  { days, throughBatch, used }: { days: readonly Day[]; throughBatch: bigint; used: readonly UsedDay[] },
) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { totals: [], disagreeing: [] };
  const zone = billingZoneOf(currency);
  const range = { start: rangeOfDay(first, zone).start, end: rangeOfDay(last, zone).end };
  const window = { contractId, range, throughBatch };
  const totals = await usageTotalsByDay(clickhouse, window, zone);
  const disagreeing = disagreeingDays(used, totals);
  if (disagreeing.length > 0) return { totals, disagreeing };
  const rows = totals.reduce((all, day) => all + day.rows, 0n);
  return { totals, disagreeing: await overfullDays({ db, clickhouse }, window, { zone, rows }) };
}

/**
 * If days disagree, has the stored usage mended. Throws Outdated to try again if that changed something, otherwise
 * USAGE_DISAGREES.
 */
async function assertStored(deps: Stores, contractId: string, stored: StoredUsage): Promise<void> {
  if (stored.disagreeing.length === 0) return;
  const unmended = await mendUsage(deps, contractId, stored);
  if (unmended === undefined) throw new Outdated('Usage is being stored again. Please try again.');
  throw usageDisagrees(unmended.days, unmended.cause);
}
