import type { Deps } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockContract } from '../contract/contract.queries.ts';
import type { LifecycleRow } from './contract-lifecycle.ts';
import { takeStep } from './take-step.ts';

/**
 * Takes the steps whose time has come. One that the contract's state refuses by now is put down as refused, with why; one that
 * fails stays planned and holds up no other.
 */
export async function followPlans({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('contract_lifecycle')
    .select(['contract_id', 'id'])
    .where('progress', '=', 'planned')
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .limit(1_000)
    .execute();
  for (const plan of due) {
    try {
      await db.transaction().execute((tx) => follow(tx, plan));
    } catch (error) {
      if (!(error instanceof Refusal)) {
        log.error({ contractId: plan.contract_id, err: error }, 'a planned step of a contract failed');
        continue;
      }
      log.warn({ contractId: plan.contract_id, reason: error.reason }, 'a planned step of a contract was refused');
      await db
        .updateTable('contract_lifecycle')
        .set({ progress: 'refused', refusal: error.message })
        .where('id', '=', plan.id)
        .where('progress', '=', 'planned')
        .execute();
    }
  }
}

async function follow(tx: Tx, { contract_id, id }: Pick<LifecycleRow, 'contract_id' | 'id'>): Promise<void> {
  const contract = await lockContract(tx, contract_id);
  const plan = await tx
    .selectFrom('contract_lifecycle')
    .selectAll()
    .where('id', '=', id)
    .where('progress', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  // Somebody withdrew it, or another server was here.
  if (!plan) return;
  await takeStep({ tx }, contract, {
    state: plan.state,
    successorId: plan.successor_id ?? undefined,
    effectiveAt: plan.effective_at,
  });
  await tx
    .updateTable('contract_lifecycle')
    .set({ progress: 'taken', from_state: contract.state })
    .where('id', '=', id)
    .execute();
}
