import type { Stores } from '#platform/context/context.ts';
import { inTurn } from '#platform/in-turn.ts';
import { byGate } from '../../../contract/contract/turnstile.ts';
import type { DirtyDay } from '../../billing-day/dirty-days.ts';
import { contractGroups, groupsAtOnce } from './groups-of-contracts.ts';
import { rateGroup } from './rate-group.ts';

/**
 * Rates what can be rated in groups. Returns the number of rated days, and the days that are left to be rated alone. The
 * groups are others in each round, because one contract may fail its whole group.
 */
export async function rateInGroups(
  deps: Stores,
  due: readonly DirtyDay[],
  now: Date,
): Promise<{ days: number; left: DirtyDay[] }> {
  const byContract = Map.groupBy(due, ({ contractId }) => contractId);
  // Neighbours share a gate, so that the locks of a group hold up few other writers.
  const ids = byGate(inTurn([...byContract.keys()], (contractId) => contractId, now)).flat();
  const marked = ids.map(
    (contractId) => [contractId, (byContract.get(contractId) ?? []).map(({ day }) => day)] as const,
  );
  const groups = (await contractGroups(deps.db, marked)).values();
  const rated = new Set<string>();
  // The workers share one iterator: a worker that is done takes the next group.
  const work = async () => {
    for (const group of groups) {
      const done = await rateGroup(deps, group).catch((error: unknown) => {
        deps.log.warn({ contracts: group.daysOf.size, err: error }, 'a group of contracts could not be rated together');
        return new Set<string>();
      });
      for (const [contractId, days] of group.daysOf)
        if (done.has(contractId)) for (const day of days) rated.add(`${contractId} ${day}`);
    }
  };
  await Promise.all(Array.from({ length: groupsAtOnce }, work));
  return { days: rated.size, left: due.filter(({ contractId, day }) => !rated.has(`${contractId} ${day}`)) };
}
