import { bounded } from '#platform/clickhouse/bounded.ts';
import { isAway } from '#platform/clickhouse/is-away.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { Deps } from '#platform/context/context.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { contractsToCount, countBudgets } from './count-budgets.ts';
import { contractsToStop, stopDataclouds } from './stop-dataclouds.ts';

/** A contract's budgets may take so long in a round; the others are counted in the next. */
const secondsEach = 60;

type Following = Pick<Deps, 'db' | 'clickhouse' | 'log' | 'provisioner'>;

/**
 * Brings data clouds along with the budgets that stop them, and counts the budgets of contracts that were rated since
 * the last round, each within a minute. A choice to continue and a new month wait for no count. A contract
 * that fails is logged, holds up no other, and is tried again in the next round. Throws if ClickHouse is away.
 */
export async function followBudgets(deps: Following, now: Date): Promise<void> {
  for (const id of await contractsToStop(deps.db)) await bringAlong(deps, id, now);
  for (const id of await contractsToCount(deps.db, now)) {
    const gone = AbortSignal.timeout(secondsEach * 1_000);
    const clickhouse = bounded(deps.clickhouse, { limits: limitsOf.read, gone });
    const failure = await failureOf(deps, id, () => countBudgets({ ...deps, clickhouse }, id, now));
    for (const counted of await contractsToStop(deps.db, id)) await bringAlong(deps, counted, now);
    // All others would wait as long for it.
    const [cause] = failure instanceof AggregateError ? failure.errors : [failure];
    if (await isAway(deps.clickhouse, cause)) throw failure;
  }
}

async function bringAlong(deps: Following, contractId: string, now: Date): Promise<void> {
  await failureOf(deps, contractId, () =>
    deps.db.transaction().execute(async (tx) => {
      await stopDataclouds({ tx, now }, await lockContract(tx, contractId), deps.provisioner);
    }),
  );
}

async function failureOf({ log }: Following, contractId: string, work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    log.error({ contractId, err: error }, 'following the budgets of a contract failed');
    return error;
  }
}
