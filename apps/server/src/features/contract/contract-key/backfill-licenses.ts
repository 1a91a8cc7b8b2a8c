import type { CallReply } from '@usance/api/call';
import type { contractKeys } from '@usance/api/contract/contract-key';
import type { SpanningContext } from '#platform/context/context.ts';
import { keepContractKeys } from './keep-contract-key.ts';

const inOneTransaction = 500;

/**
 * Creates key pairs in batches for the contracts that have none. An interrupted run keeps what it made, and
 * concurrent runs create one pair for each contract.
 */
export async function backfillLicenses({
  db,
  now,
  sealingKey: key,
}: Pick<SpanningContext, 'db' | 'now' | 'sealingKey'>): Promise<CallReply<typeof contractKeys.backfilllicenses>> {
  let made = 0;
  let after = '';
  for (;;) {
    const lacking = await db
      .selectFrom('contract')
      .leftJoin('contract_key', 'contract_key.contract_id', 'contract.id')
      .select('contract.id')
      .where('contract_key.contract_id', 'is', null)
      .where('contract.id', '>', after)
      .orderBy('contract.id')
      .limit(inOneTransaction)
      .execute();
    const ids = lacking.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return { made };
    made += await db.transaction().execute((tx) => keepContractKeys({ tx, now }, ids, key));
    after = last;
  }
}
