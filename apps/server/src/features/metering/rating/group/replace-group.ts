import type { Day } from '@usance/period/day';
import type { Deps } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { lockContracts } from '../../../contract/contract/contract.queries.ts';
import { carriedContracts, monthOf } from '../../billing-day/carried-amounts.ts';
import { clearDirtyDays, type DirtyDay } from '../../billing-day/dirty-days.ts';
import { type LiveRun, liveRunsOf } from '../../billing-day/live-runs.ts';
import { putDaysOfContracts } from '../../billing-day/rated-days.ts';
import { closedMonthsOf } from '../../closed-month/closed-month.ts';
import { lockPricesOf } from '../../rating-terms/rating-terms.ts';
import { refuseOldRuns } from '../run/run-age.ts';
import { boundsOf, type Group } from './group.ts';
import type { RatedContract } from './rate-runs.ts';

interface Replacement {
  readonly group: Group;
  readonly rated: readonly RatedContract[];
  readonly marked: readonly DirtyDay[];
  /** The live runs when the new runs started to read. */
  readonly counting: ReadonlyMap<string, readonly LiveRun[]>;
  readonly began: Date;
}

/**
 * Makes the runs of all contracts live in one transaction, and returns these contracts. Leaves out those of which,
 * since the runs started, prices changed, a month was signed or another run went live. Throws Outdated if too much time
 * passed.
 */
export function replaceGroup(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  given: Replacement,
): Promise<ReadonlySet<string>> {
  const { group, rated, marked, counting, began } = given;
  const ratedOf = new Map(rated.map((one) => [one.contractId, one]));
  const ids = [...ratedOf.keys()];
  if (ids.length === 0) return Promise.resolve(new Set());
  return db.transaction().execute(async (tx) => {
    const contracts = await lockContracts(tx, ids);
    const changedRunOf = await lockPricesOf(tx, contracts);
    await refuseOldRuns(tx, began);
    const closedOf = await closedMonthsOf(tx, ids);
    const liveOf = await liveOfGroup(tx, group, ids);
    const carried = await carriedContracts(tx, ids, monthOf(boundsOf(group).first));
    const ready = contracts.flatMap((contract) => {
      const one = ratedOf.get(contract.id);
      const changedRun = changedRunOf.get(contract.id);
      if (one === undefined || changedRun === undefined) return [];
      const isOutdated =
        one.rated.some(({ runNo }) => runNo < changedRun) ||
        closedOf.get(contract.id)?.has(monthOf(boundsOf(group).first)) === true ||
        carried.has(contract.id) ||
        !areSame(liveOf.get(contract.id) ?? [], counting.get(contract.id) ?? []);
      return isOutdated ? [] : [{ contract, rated: one.rated }];
    });
    const replaced = new Set(ready.map(({ contract }) => contract.id));
    await putDaysOfContracts(tx, ready, clock.now());
    await clearDirtyDays(
      tx,
      marked.filter(({ contractId }) => replaced.has(contractId)),
    );
    return replaced;
  });
}

/** The live runs of the group's days, by contract. */
async function liveOfGroup(tx: Tx, group: Group, ids: readonly string[]): Promise<ReadonlyMap<string, LiveRun[]>> {
  const { first, last } = boundsOf(group);
  const live = await liveRunsOf(tx, ids, first, last);
  const isAsked = (contractId: string, day: Day) => group.daysOf.get(contractId)?.includes(day) === true;
  return new Map([...live].map(([id, runs]) => [id, runs.filter(({ day }) => isAsked(id, day))]));
}

const areSame = (now: readonly LiveRun[], before: readonly LiveRun[]) =>
  now.length === before.length && now.every(({ runNo }, at) => runNo === before[at]?.runNo);
