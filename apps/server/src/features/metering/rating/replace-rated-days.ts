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
import { lockPrices } from '../rating-terms/rating-terms.ts';
import { refuseSignedMonths } from './refusal/refuse-signed-months.ts';
import { refuseOldRuns } from './run/run-age.ts';

type Replacement = {
  /** All rated days, including those without usage. */
  days: readonly Day[];
  rated: readonly RatedDay[];
  /** By month with carried amounts: the amount before its first day here. */
  carriedIn?: ReadonlyMap<BillingMonth, Decimal>;
  marked: readonly DirtyDay[];
  /** The live runs when the new runs started to read. */
  counting: readonly LiveRun[];
  began: Date;
};

/**
 * Makes the given runs live in one transaction. Throws Outdated if, since they started, prices changed, other runs of
 * these days or earlier carried days went live, or too much time passed.
 */
export async function replaceRatedDays(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  contractId: string,
  { days, rated, carriedIn = new Map(), marked, counting, began }: Replacement,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    const changedRun = await lockPrices(tx, contract);
    await refuseOldRuns(tx, began);
    if (rated.some(({ runNo }) => runNo < changedRun))
      throw new Outdated('Prices have changed meanwhile. Please try again.');
    await refuseSignedMonths(tx, contract.id, days);
    const [first, last] = [days[0], days.at(-1)];
    const now = first === undefined || last === undefined ? [] : await liveRuns(tx, contract.id, first, last);
    if (now.length !== counting.length || now.some(({ runNo }, at) => runNo !== counting[at]?.runNo))
      throw new Outdated('Another run has rated these days meanwhile. Please try again.');
    await assertGoesOn(tx, contract.id, { days, rated, carriedIn });
    await putRatedDays(tx, contract, rated, clock.now());
    await clearDirtyDays(tx, marked);
  });
}

/**
 * Throws Outdated if the days before these have another amount by now, or if an amount has to be carried and is not
 * stored.
 */
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
  // Tiers that begin after these days do not change their prices, but the later days need their amounts.
  const alone = [...new Set(rated.map(({ day }) => monthOf(day)))].filter((month) => !carriedIn.has(month));
  if (alone.length > 0 && (await carriedMonths(tx, contractId, alone)).length > 0)
    throw new Outdated('Tiers were agreed on for later days meanwhile. Please try again.');
}
