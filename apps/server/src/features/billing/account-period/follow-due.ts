import type { Deps } from '#platform/context/context.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { catchUp } from './after-money-moved.ts';
import { followDataclouds } from './follow-dataclouds.ts';
import { isToLookAt } from './to-look-at.ts';

/**
 * Looks at the contracts that time has changed, or that were rated, since somebody looked, and has their data clouds follow:
 * found by indexes. A contract that fails is logged and never holds up the others. Answers how many were looked at.
 */
export async function followDue(
  { db, log, provisioner }: Pick<Deps, 'db' | 'log' | 'provisioner'>,
  now: Date,
): Promise<number> {
  const due = await db
    .selectFrom('account_period')
    .select('contract_id')
    .where((columns) => columns.or([isToLookAt(columns, now), columns('follow_at', '<=', now)]))
    .orderBy('contract_id')
    .execute();
  let looked = 0;
  for (const { contract_id: contractId } of due) {
    try {
      await db.transaction().execute(async (tx) => {
        const work = { tx, now };
        const contract = await lockContract(tx, contractId);
        await catchUp(work, contract);
        await followDataclouds(work, contract, provisioner);
      });
      looked += 1;
    } catch (error) {
      log.error({ contractId, err: error }, 'An account period could not be derived');
    }
  }
  return looked;
}

/** Looks at one contract, if there is anything to see. Its data clouds follow in the next round. */
export async function follow({ db }: Pick<Deps, 'db'>, contractId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => catchUp({ tx, now }, await lockContract(tx, contractId)));
}
