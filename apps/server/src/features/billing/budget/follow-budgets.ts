import type { Deps } from '#platform/context/context.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { contractsToCount, countBudgets } from './count-budgets.ts';
import { contractsToStop, stopDataclouds } from './stop-dataclouds.ts';

type Following = Pick<Deps, 'db' | 'clickhouse' | 'log' | 'provisioner'>;

/**
 * Counts the budgets of contracts that were rated since the last round, and brings their data clouds along. A
 * contract that fails is logged, holds up no other, and is tried again in the next round.
 */
export async function followBudgets(deps: Following, now: Date): Promise<void> {
  for (const id of await contractsToCount(deps.db, now)) await attempt(deps, id, () => countBudgets(deps, id, now));
  for (const id of await contractsToStop(deps.db))
    await attempt(deps, id, () =>
      deps.db.transaction().execute(async (tx) => {
        await stopDataclouds({ tx, now }, await lockContract(tx, id), deps.provisioner);
      }),
    );
}

async function attempt({ log }: Following, contractId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ contractId, err: error }, 'following the budgets of a contract failed');
  }
}
