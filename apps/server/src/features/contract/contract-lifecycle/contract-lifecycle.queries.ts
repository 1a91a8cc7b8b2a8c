import type { ParsedQuery } from '@usance/api/call';
import type { ContractLifecycle, contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import type { Deps } from '#platform/context/context.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { lifecycleOf } from './contract-lifecycle.ts';

const columnOf = { gmtCreated: 'created_at', effectiveAt: 'effective_at', contractId: 'contract_id' } as const;

/** Returns a page of lifecycle steps. */
export function listLifecycles(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof contractLifecycles.list> },
): Promise<Page<ContractLifecycle>> {
  let wanted = db.selectFrom('contract_lifecycle');
  if (query.contractId) wanted = wanted.where('contract_id', '=', query.contractId);
  if (query.progress) wanted = wanted.where('progress', '=', query.progress);
  return pageOf(
    wanted,
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    lifecycleOf,
  );
}
