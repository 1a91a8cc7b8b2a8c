import { addDays, type Day, startOfDay } from '@usance/period/day';
import { toRfc3339 } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { Deps } from '../../../platform/context/context.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { calculatePurchases } from './calculate-purchases.ts';

/**
 * Rates every day of every contract that took in usage since it was rated. A contract that cannot be rated is logged
 * and tried again at the next call; it never holds up the others. Answers how many days were rated.
 */
export async function rateDue(deps: Deps, now: Date): Promise<{ days: number; failed: number }> {
  const then: Deps = { ...deps, clock: { now: () => now } };
  const marked = Map.groupBy(await dirtyDays(deps.db), ({ contractId }) => contractId);
  let [days, failed] = [0, 0];
  for (const [contractId, dirty] of marked) {
    const contract = await getContract(deps.db, contractId);
    const dirtyOnes = dirty.map(({ day }) => day);
    for (const window of stretchesOf(dirtyOnes, billingZoneOf(contract.currency))) {
      try {
        days += (await calculatePurchases(then, contract, window)).days;
      } catch (error) {
        failed += 1;
        deps.log.error({ contractId, ...window, err: error }, 'purchases could not be calculated');
      }
    }
  }
  return { days, failed };
}

/** Neighbouring days of one month are rated together; a signed month must not keep its neighbour from being rated. */
function stretchesOf(days: readonly Day[], zone: BillingZone): { start: string; end: string }[] {
  const stretches: { first: Day; last: Day }[] = [];
  for (const day of days) {
    const open = stretches.at(-1);
    const continues = open !== undefined && addDays(open.last, 1) === day && !day.endsWith('-01');
    if (continues) open.last = day;
    else stretches.push({ first: day, last: day });
  }
  return stretches.map(({ first, last }) => ({
    start: toRfc3339(startOfDay(first, zone)),
    end: toRfc3339(startOfDay(addDays(last, 1), zone)),
  }));
}
