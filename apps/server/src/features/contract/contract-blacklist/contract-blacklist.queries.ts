import type { ParsedQuery } from '@usance/api/call';
import type { ContractBlacklist, contractBlacklists } from '@usance/api/contract/contract-blacklist';
import type { Selectable } from 'kysely';
import type { Deps, Grounds, ReadContext } from '#platform/context/context.ts';
import type { Database } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';

/** The wire form of an entry; `tags` is the contract's current name. */
export function blacklistOf(row: Selectable<Database['contract_blacklist']>, tags: string): ContractBlacklist {
  return {
    id: row.id,
    contractId: row.contract_id,
    contractTags: tags,
    reason: row.reason,
    gmtCreated: row.created_at.toISOString(),
    gmtModified: row.modified_at.toISOString(),
  };
}

const columnOf = {
  gmtCreated: 'contract_blacklist.created_at',
  gmtModified: 'contract_blacklist.modified_at',
  contractId: 'contract_blacklist.contract_id',
  contractTags: 'contract.tags',
} as const;

/** Returns a page of the contracts on the blacklist. */
export function listBlacklist(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof contractBlacklists.list> },
): Promise<Page<ContractBlacklist>> {
  let wanted = db
    .selectFrom('contract_blacklist')
    .innerJoin('contract', 'contract.id', 'contract_blacklist.contract_id');
  if (query.contractId) wanted = wanted.where('contract_blacklist.contract_id', '=', query.contractId);
  return pageOf(
    wanted,
    query,
    (found) =>
      found
        .selectAll('contract_blacklist')
        .select('contract.tags')
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('contract_blacklist.id'),
    ({ tags, ...row }) => blacklistOf(row, tags),
  );
}

/** True if the contract is on the blacklist. */
export async function isOnBlacklist({ db, contract }: Pick<ReadContext, 'db'> & Grounds): Promise<boolean> {
  const row = await db
    .selectFrom('contract_blacklist')
    .select('id')
    .where('contract_id', '=', contract.id)
    .executeTakeFirst();
  return row !== undefined;
}
