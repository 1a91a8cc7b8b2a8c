import type { Day } from '@usance/period/day';
import type { Deps } from '../../../platform/context/context.ts';
import { Outdated } from '../../../platform/start-over.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { clearDirtyDays, type DirtyDay } from '../billing-day/dirty-days.ts';
import { putRatedDays, type RatedDay } from '../billing-day/rated-days.ts';
import { holdPrices } from '../rating-terms/rating-terms.ts';
import { refuseSignedMonths } from './refuse-signed-months.ts';

type Replacement = {
  /** All days that were rated, also those in which nothing was used. */
  days: readonly Day[];
  rated: readonly RatedDay[];
  marked: readonly DirtyDay[];
};

/**
 * Makes runs count instead of those before them, all in one transaction. A run whose number is below the one that
 * counts was overtaken by a calculation that has read no less than it, and changes nothing. Throws Outdated when prices
 * have changed since the runs began.
 */
export async function replaceRatedDays(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  contractId: string,
  { days, rated, marked }: Replacement,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    const changedRun = await holdPrices(tx);
    if (rated.some(({ runNo }) => runNo < changedRun))
      throw new Outdated('Prices have changed meanwhile. Please try again.');
    await refuseSignedMonths(tx, contract.id, days);
    await putRatedDays(tx, contract, rated, clock.now());
    await clearDirtyDays(tx, marked);
  });
}
