import { type BillingVersion, billingVersion } from '@usance/api/billing-version';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from './contract.ts';

/** The place of a version among all that there are, the first being 1: by their words the tenth would be before the second. */
export const placeOf = (version: RawBuilder<unknown>, all: readonly string[] = billingVersion.options) =>
  sql<number>`array_position(${all}::text[], ${version})`;

/** As lastVersionOf, of the contract of a question. */
export const lastVersion = sql<BillingVersion | null>`(
  select billing_version from contract_billing_version as went where went.contract_id = contract.id
  order by ${placeOf(sql.ref('billing_version'))} desc limit 1)`;

/** The version that a contract may go over to next, where it is active: nobody skips any. */
export async function nextVersionOf(
  db: DbOrTx,
  { id, state }: Pick<ContractRow, 'id' | 'state'>,
): Promise<BillingVersion | undefined> {
  return state === 'Active' ? versionAfter(await lastVersionOf(db, id)) : undefined;
}

/** The last version that a contract went over to, or will. */
export async function lastVersionOf(db: DbOrTx, contractId: string): Promise<BillingVersion | null> {
  const row = await db
    .selectFrom('contract')
    .select(lastVersion.as('last'))
    .where('id', '=', contractId)
    .executeTakeFirst();
  return row?.last ?? null;
}

/** The version that follows, if there is one. */
export function versionAfter(version: BillingVersion | null): BillingVersion | undefined {
  return version === null ? undefined : billingVersion.options[billingVersion.options.indexOf(version) + 1];
}
