import { type BillingVersion, billingVersion } from '@usance/api/contract/billing-version';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from './contract.ts';

/** SQL: the 1-based position of a version. Text order would put the tenth before the second. */
export const placeOf = (version: RawBuilder<unknown>, all: readonly string[] = billingVersion.options) =>
  sql<number>`array_position(${all}::text[], ${version})`;

/** SQL: like `lastVersionOf`, for the `contract` row of the query. */
export const lastVersion = sql<BillingVersion | null>`(
  select billing_version from contract_billing_version as went where went.contract_id = contract.id
  order by ${placeOf(sql.ref('billing_version'))} desc limit 1)`;

/** Returns the version that an active contract may switch to next; none may be skipped. */
export async function nextVersionOf(
  db: DbOrTx,
  { id, state }: Pick<ContractRow, 'id' | 'state'>,
): Promise<BillingVersion | undefined> {
  return state === 'Active' ? versionAfter(await lastVersionOf(db, id)) : undefined;
}

/** Returns the latest version that the contract has switched to or will. */
export async function lastVersionOf(db: DbOrTx, contractId: string): Promise<BillingVersion | null> {
  const row = await db
    .selectFrom('contract')
    .select(lastVersion.as('last'))
    .where('id', '=', contractId)
    .executeTakeFirst();
  return row?.last ?? null;
}

/** Returns the following version, if there is one. */
export function versionAfter(version: BillingVersion | null): BillingVersion | undefined {
  return version === null ? undefined : billingVersion.options[billingVersion.options.indexOf(version) + 1];
}
