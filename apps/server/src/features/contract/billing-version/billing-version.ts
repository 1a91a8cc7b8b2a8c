import { type BillingVersion, billingVersion, type ContractBillingVersion } from '@usance/api/contract/billing-version';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

/** The version of new contracts. */
export const newestVersion: BillingVersion = billingVersion.options.at(-1) ?? 'v1';

/** The wire form of a contract's billing version. */
export function billingVersionOf(row: Selectable<Database['contract_billing_version']>): ContractBillingVersion {
  return {
    id: row.id,
    contractId: row.contract_id,
    billingVersion: row.billing_version,
    effectiveFrom: row.effective_from.toISOString(),
    creator: row.creator,
    gmtCreated: row.created_at.toISOString(),
  };
}
