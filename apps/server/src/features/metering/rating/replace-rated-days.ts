import { compare, type Decimal } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import type { Day } from '@usance/period/day';
import type { Deps } from '../../../platform/context/context.ts';
import { Outdated } from '../../../platform/start-over.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { carriedInto, monthOf } from '../billing-day/carried-amounts.ts';
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
    for (const [month, amount] of carriedIn) {
      const firstOfMonth = days.find((day) => monthOf(day) === month);
      if (firstOfMonth !== undefined && compare(await carriedInto(tx, contract.id, firstOfMonth), amount) !== 0)
        throw new Outdated('Days before these were rated meanwhile. Please try again.');
    }
    await putRatedDays(tx, contract, rated, clock.now());
    await clearDirtyDays(tx, marked);
  });
}
