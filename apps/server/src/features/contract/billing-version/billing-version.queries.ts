import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { billingVersions, ContractBillingVersion } from '@usance/api/contract/billing-version';
import { sql } from 'kysely';
import type { Deps, Grounds, ReadContext } from '#platform/context/context.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { nextVersionOf, placeOf } from '../contract/next-version.queries.ts';
import { billingVersionOf } from './billing-version.ts';

/** Returns the version that the contract may switch to, if there is one. */
export async function upgradeNotification({
  db,
  contract,
}: Pick<ReadContext, 'db'> & Grounds): Promise<CallReply<typeof billingVersions.upgradeNotification>> {
  const next = await nextVersionOf(db, contract);
  return { hasNotification: next !== undefined, ...(next && { nextBillingVersion: next }) };
}

const columnOf = {
  billingVersion: placeOf(sql.ref('billing_version')),
  effectiveFrom: 'effective_from',
  gmtCreated: 'created_at',
  contractId: 'contract_id',
} as const;

/** Returns a page of the contract's past, current and planned billing versions. */
export function listBillingVersions(
  { db, contract }: Pick<ReadContext, 'db'> & Grounds,
  { query }: { query: ParsedQuery<typeof billingVersions.list> },
): Promise<Page<ContractBillingVersion>> {
  return pageOf(
    db.selectFrom('contract_billing_version').where('contract_id', '=', contract.id),
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    billingVersionOf,
  );
}

/** Returns a page of the billing versions of all contracts. */
export function listAllBillingVersions(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof billingVersions.listAll> },
): Promise<Page<ContractBillingVersion>> {
  let wanted = db.selectFrom('contract_billing_version');
  if (query.contractId) wanted = wanted.where('contract_id', '=', query.contractId);
  if (query.billingVersion) wanted = wanted.where('billing_version', '=', query.billingVersion);
  return pageOf(
    wanted,
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    billingVersionOf,
  );
}
