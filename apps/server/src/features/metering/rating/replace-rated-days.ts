import { compare, type Decimal } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import type { Day } from '@usance/period/day';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { Outdated } from '#platform/start-over.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { carriedInto, carriedMonths, firstUncarried, monthOf } from '../billing-day/carried-amounts.ts';
import { clearDirtyDays, type DirtyDay } from '../billing-day/dirty-days.ts';
import { type LiveRun, liveRuns } from '../billing-day/live-runs.ts';
import { putRatedDays, type RatedDay } from '../billing-day/rated-days.ts';
import { holdPrices } from '../rating-terms/rating-terms.ts';
import { refuseSignedMonths } from './refuse-signed-months.ts';
import { refuseOldRuns } from './run-age.ts';

type Replacement = {
  /** All days that were rated, also those in which nothing was used. */
  days: readonly Day[];
  rated: readonly RatedDay[];
  /** What the months had come to, into which an amount was carried, before their first day here. */
  carriedIn?: ReadonlyMap<BillingMonth, Decimal>;
  marked: readonly DirtyDay[];
  /** What counted when the runs began to read. */
  counting: readonly LiveRun[];
  began: Date;
};

/**
 * Makes runs count instead of those before them, all in one transaction. Throws Outdated when prices have changed since the
 * runs began, or others have come to count, which may have read more usage and taken its marks, or of days before, from
 * which these went on, or when they began too long ago.
 */
export async function replaceRatedDays(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  contractId: string,
  { days, rated, carriedIn = new Map(), marked, counting, began }: Replacement,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    const changedRun = await holdPrices(tx, contract);
    await refuseOldRuns(tx, began);
    if (rated.some(({ runNo }) => runNo < changedRun))
      throw new Outdated('Prices have changed meanwhile. Please try again.');
    await refuseSignedMonths(tx, contract.id, days);
    const [first, last] = [days[0], days.at(-1)];
    const now = first === undefined || last === undefined ? [] : await liveRuns(tx, contract.id, first, last);
    if (now.length !== counting.length || now.some(({ runNo }, at) => runNo !== counting[at]?.runNo))
      throw new Outdated('Somebody else has rated these days meanwhile. Please try again.');
    await assertGoesOn(tx, contract.id, { days, rated, carriedIn });
    await putRatedDays(tx, contract, rated, clock.now());
    await clearDirtyDays(tx, marked);
  });
}

/** Throws Outdated where days before these add something else by now, or where these keep nothing and others are to go on from them. */
async function assertGoesOn(
  tx: Tx,
  contractId: string,
  { days, rated, carriedIn }: Required<Pick<Replacement, 'days' | 'rated' | 'carriedIn'>>,
): Promise<void> {
  for (const [month, amount] of carriedIn) {
    const first = days.find((day) => monthOf(day) === month);
    if (first === undefined) continue;
    const isSame = compare(await carriedInto(tx, contractId, first), amount) === 0;
    if (!isSame || (await firstUncarried(tx, contractId, first)) !== undefined)
      throw new Outdated('Days before these were rated meanwhile. Please try again.');
  }
  // Tiers that begin after these days reach none of their prices.
  const alone = [...new Set(rated.map(({ day }) => monthOf(day)))].filter((month) => !carriedIn.has(month));
  if (alone.length > 0 && (await carriedMonths(tx, contractId, alone)).length > 0)
    throw new Outdated('Tiers were agreed on for later days meanwhile. Please try again.');
}
