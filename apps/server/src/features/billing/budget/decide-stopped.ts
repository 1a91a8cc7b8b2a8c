import { isDeepStrictEqual } from 'node:util';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { DatacloudRow } from '../../contract/datacloud/datacloud.ts';
import { endedStates } from '../../contract/datacloud/datacloud-state.ts';
import { tagsOfMany } from '../../contract/datacloud/tag/tags-of.ts';
import { hasWantedTags, tagFiltersOf } from '../purchase/tag/tag-filters.ts';
import { type BudgetRow, budgetStateIn, mayYetStopIn, runningMonth } from './budget.ts';

interface Tagged {
  readonly row: DatacloudRow;
  readonly tags: ReadonlyMap<string, string>;
}

/**
 * Returns the ids of the data clouds that the budgets of a contract keep stopped this month, and remembers them with
 * each budget. A stopped budget stops what it counts by the present tags, and keeps what it has stopped: people who
 * write tags may not be allowed to continue. One that may yet stop keeps what it has stopped, and stops no others.
 */
export async function decideStopped(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
): Promise<ReadonlySet<string>> {
  const month = runningMonth(contract.currency, now);
  const budgets = await tx.selectFrom('budget').selectAll().where('contract_id', '=', contract.id).execute();
  const stopping = budgets.filter((budget) => budgetStateIn(budget, month) === 'stopped');
  const undecided = budgets.filter((budget) => !stopping.includes(budget) && mayYetStopIn(budget, month));
  const living = stopping.length + undecided.length === 0 ? [] : await livingWithTags(tx, contract);
  const decided = new Set<string>();
  for (const budget of budgets) {
    const isStopping = stopping.includes(budget);
    const stopped = isStopping || undecided.includes(budget) ? budget.stopped_ids : [];
    const ids = living
      .filter((each) => stopped.includes(each.row.id) || (isStopping && counts(budget, each)))
      .map(({ row }) => row.id);
    await remember(tx, budget, ids);
    for (const id of ids) decided.add(id);
  }
  return decided;
}

/** True if the budget counts the usage of the data cloud by its present tags. */
function counts({ filter }: BudgetRow, { row, tags }: Tagged): boolean {
  return (
    (filter.datacloudID?.includes(row.id) ?? true) &&
    (filter.cloudProvider?.includes(row.cloud) ?? true) &&
    (filter.region?.includes(row.region) ?? true) &&
    hasWantedTags(tagFiltersOf(filter.tag ?? []), tags)
  );
}

async function livingWithTags(tx: Tx, contract: LockedContract): Promise<Tagged[]> {
  const rows = await tx
    .selectFrom('datacloud')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('state', 'not in', endedStates)
    .orderBy('id')
    .execute();
  const tags = await tagsOfMany(
    tx,
    rows.map(({ id }) => ({ contractId: contract.id, id })),
  );
  return rows.map((row) => ({ row, tags: new Map((tags.get(row.id) ?? []).map(({ key, value }) => [key, value])) }));
}

async function remember(tx: Tx, { contract_id, id, stopped_ids }: BudgetRow, ids: string[]): Promise<void> {
  if (isDeepStrictEqual(stopped_ids, ids)) return;
  await tx
    .updateTable('budget')
    .set({ stopped_ids: ids })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .execute();
}
