import type { Work } from '#platform/context/context.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { newContractKey } from './contract-key.ts';

/** Creates the missing key pairs of contracts and returns how many. Skips those created meanwhile. */
export async function keepContractKeys(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contractIds: readonly string[],
  key: SealingKey,
): Promise<number> {
  if (contractIds.length === 0) return 0;
  const made = await tx
    .insertInto('contract_key')
    .values(contractIds.map((id) => newContractKey(key, id, now)))
    .onConflict((conflict) => conflict.column('contract_id').doNothing())
    .returning('contract_id')
    .execute();
  return made.length;
}
