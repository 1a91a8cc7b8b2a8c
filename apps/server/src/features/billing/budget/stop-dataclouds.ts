import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Db, Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { bringStopped } from '../../contract/datacloud/bring-stopped.ts';
import type { DatacloudRow } from '../../contract/datacloud/datacloud.ts';
import { endedStates } from '../../contract/datacloud/datacloud-state.ts';
import type { Provisioner } from '../../contract/datacloud/provisioner.ts';
import { tagsOfMany } from '../../contract/datacloud/tag/tags-of.ts';
import { followAtOnce } from '../account-period/follow-dataclouds.ts';
import { hasWantedTags, tagFiltersOf } from '../purchase/tag/tag-filters.ts';
import { type BudgetRow, budgetStateIn, runningMonth } from './budget.ts';

/** Returns the contracts whose data clouds a budget may stop or has stopped. */
export async function contractsToStop(db: Db): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from budget where at_limit = 'stop' and spent >= amount and gone_on_in is distinct from month
    union
    select contract_id from datacloud where stopped
    order by contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/**
 * Pauses the data clouds of budgets that are stopped this month, and lets the others that a budget had stopped follow
 * the account again. A controller may need time or refuse; the next round asks it again.
 */
export async function stopDataclouds(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<void> {
  const { tx, now } = work;
  const month = runningMonth(contract.currency, now);
  const budgets = await tx.selectFrom('budget').selectAll().where('contract_id', '=', contract.id).execute();
  const stopped = budgets.filter((budget) => budgetStateIn(budget, month) === 'stopped');
  const { paused, freed } = await bringStopped(work, contract, await datacloudsOf(tx, contract, stopped), provisioner);
  if (paused > 0) await auditOwnAct(work, { act: 'datacloud.pause', contractId: contract.id, of: contract.id });
  if (freed > 0) await followAtOnce(work, contract, provisioner);
}

/** Returns the ids of the living data clouds whose usage these budgets count, by their present tags. */
async function datacloudsOf(
  tx: Tx,
  contract: LockedContract,
  budgets: readonly BudgetRow[],
): Promise<ReadonlySet<string>> {
  if (budgets.length === 0) return new Set();
  const rows = await tx
    .selectFrom('datacloud')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('state', 'not in', endedStates)
    .execute();
  const tags = await tagsOfMany(
    tx,
    rows.map(({ id }) => ({ contractId: contract.id, id })),
  );
  const isCounted = (row: DatacloudRow, { filter }: BudgetRow) =>
    (filter.datacloudID?.includes(row.id) ?? true) &&
    (filter.cloudProvider?.includes(row.cloud) ?? true) &&
    (filter.region?.includes(row.region) ?? true) &&
    hasWantedTags(
      tagFiltersOf(filter.tag ?? []),
      new Map((tags.get(row.id) ?? []).map(({ key, value }) => [key, value])),
    );
  return new Set(rows.filter((row) => budgets.some((budget) => isCounted(row, budget))).map(({ id }) => id));
}
