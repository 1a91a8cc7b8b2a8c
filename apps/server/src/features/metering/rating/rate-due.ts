import type { Day } from '@usance/period/day';
import type { Deps } from '../../../platform/context/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { rateStretch } from './rate-stretch.ts';

/**
 * Rates every day of every contract that took in usage since it was rated. A contract that cannot be rated is logged
 * and tried again at the next call; it never holds up the others. Answers how many days were rated.
 */
export async function rateDue(deps: Deps): Promise<{ days: number; failed: number }> {
  const marked = Map.groupBy(await dirtyDays(deps.db), ({ contractId }) => contractId);
  let [days, failed] = [0, 0];
  for (const [contractId, dirty] of marked) {
    const contract = await getContract(deps.db, contractId);
    for (const stretch of stretchesOf(dirty.map(({ day }) => day))) {
      try {
        await rateStretch(deps, contract, stretch);
        days += stretch.length;
      } catch (error) {
        if (isSigned(error) && !(await isMarked(deps, contractId, stretch))) {
          deps.log.info({ contractId, days: stretch }, 'days were signed before they were rated again');
          continue;
        }
        failed += 1;
        deps.log.error({ contractId, days: stretch, err: error }, 'days could not be rated');
      }
    }
  }
  return { days, failed };
}

const isSigned = (error: unknown) => error instanceof Refusal && error.reason === 'MONTH_SIGNED';

/** Who signs a month rates it, and takes its marks along: they were read before. A mark that stays is one that nobody rates. */
async function isMarked({ db }: Deps, contractId: string, days: readonly Day[]): Promise<boolean> {
  return (await dirtyDays(db, contractId)).some(({ day }) => days.includes(day));
}
