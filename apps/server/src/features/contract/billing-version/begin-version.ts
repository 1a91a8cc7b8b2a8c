import { type BillingVersion, contractBillingVersionId } from '@usance/api/contract/billing-version';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';

/** Bills a contract by a version from an instant on. Repeating it changes nothing. */
export async function beginVersion(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contractId: string,
  { version, from, creator = '' }: { version: BillingVersion; from: Date; creator?: string },
) {
  return tx
    .insertInto('contract_billing_version')
    .values({
      contract_id: contractId,
      id: newId(contractBillingVersionId),
      billing_version: version,
      effective_from: from,
      creator,
      created_at: now,
    })
    .onConflict((there) => there.columns(['contract_id', 'billing_version']).doNothing())
    .returningAll()
    .executeTakeFirst();
}
