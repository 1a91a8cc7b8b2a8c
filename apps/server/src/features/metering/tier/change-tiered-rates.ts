import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { planVersions } from '../term/plan-versions.ts';
import type { TieredRateRow } from './tier.ts';

/**
 * Removes the tiered rates `without`, adds or changes `coming`, and adjusts the ends of the contract's own ones around
 * them. 409 if two would hold at once.
 */
export async function changeTieredRates(
  tx: Tx,
  { id: contractId }: LockedContract,
  { without, coming }: { without: readonly string[]; coming?: TieredRateRow },
): Promise<void> {
  const kept = await tx
    .selectFrom('tiered_rate')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('source_kind', '=', 'contract')
    .execute();
  const plan = planVersions(kept, { without, coming, keyOf: () => '' });
  if ('overlap' in plan) {
    const field = plan.overlap.field === 'start' ? 'effectiveFrom' : 'effectiveTo';
    const message = 'Other tiers hold at that time. Temporary ones may lie inside them.';
    throw conflict('TIER_CONFLICT', message, { field, id: plan.overlap.version.id });
  }
  if (without.length > 0)
    await tx
      .deleteFrom('tiered_rate')
      .where('contract_id', '=', contractId)
      .where('id', 'in', [...without])
      .execute();
  for (const row of plan.shorter) await endTiersAt(tx, row);
  if (plan.inserted) await tx.insertInto('tiered_rate').values(plan.inserted).execute();
  for (const row of plan.longer) await endTiersAt(tx, row);
}

async function endTiersAt(tx: Tx, { contract_id, id, effective_to, ended_by_next }: TieredRateRow): Promise<void> {
  await tx
    .updateTable('tiered_rate')
    .set({ effective_to, ended_by_next })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .execute();
}
