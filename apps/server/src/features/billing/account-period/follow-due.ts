import type { Deps } from '#platform/context/context.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { catchUp } from './after-money-moved.ts';
import { followDataclouds } from './follow-dataclouds.ts';
import { needsCheck } from './needs-check.ts';

/**
 * Derives the account periods that time or a rating has changed since the last check, found by an index, and brings
 * the data clouds along. A failure is logged and holds up no other contract. Returns the number of contracts.
 */
export async function followDue(
  { db, log, provisioner }: Pick<Deps, 'db' | 'log' | 'provisioner'>,
  now: Date,
): Promise<number> {
  const due = await db
    .selectFrom('account_period')
    .select('contract_id')
    .where((columns) => columns.or([needsCheck(columns, now), columns('follow_at', '<=', now)]))
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
      log.error({ contractId, err: error }, 'deriving an account period failed');
    }
  }
  return looked;
}

/** Derives one contract's account period if anything changed. Its data clouds follow in the next round. */
export async function follow({ db }: Pick<Deps, 'db'>, contractId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => catchUp({ tx, now }, await lockContract(tx, contractId)));
}
