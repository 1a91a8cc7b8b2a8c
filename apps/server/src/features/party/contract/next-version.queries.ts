import { type BillingVersion, billingVersion } from '@usance/api/billing-version';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import type { ContractRow } from './contract.ts';

/** The last version that the contract of a question went over to, or will. */
export const lastVersion = sql<BillingVersion | null>`(
  select max(billing_version) from contract_billing_version as went where went.contract_id = contract.id)`;

/** The version that a contract may go over to next, where it is active: nobody skips any. */
export async function nextVersionOf(
  db: DbOrTx,
  { id, state }: Pick<ContractRow, 'id' | 'state'>,
): Promise<BillingVersion | undefined> {
  const row = await db.selectFrom('contract').select(lastVersion.as('last')).where('id', '=', id).executeTakeFirst();
  return state === 'Active' ? versionAfter(row?.last ?? null) : undefined;
}

/** The version that follows, if there is one. */
export function versionAfter(version: BillingVersion | null): BillingVersion | undefined {
  return version === null ? undefined : billingVersion.options[billingVersion.options.indexOf(version) + 1];
}
