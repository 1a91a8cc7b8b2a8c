import { type BillingVersion, billingVersion, type ContractBillingVersion } from '@usance/api/billing-version';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

/** What a contract that is made now begins with. */
export const newestVersion: BillingVersion = billingVersion.options.at(-1) ?? 'v1';

/** The wire form. */
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
