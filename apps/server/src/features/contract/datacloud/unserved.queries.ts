import type { Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../contract/contract.ts';
import { endedStates } from './datacloud-state.ts';

/**
 * The reason why the account does not affect any service: the contract has no data cloud, or it has ended and its
 * data clouds stay paused.
 */
export type Unserved = 'none' | 'ended';

/** Returns undefined if the data clouds follow the account. */
export async function unservedOf(
  tx: Tx,
  contract: Pick<ContractRow, 'id' | 'ended_at'>,
): Promise<Unserved | undefined> {
  const living = await tx
    .selectFrom('datacloud')
    .select('id')
    .where('contract_id', '=', contract.id)
    .where('state', 'not in', endedStates)
    .limit(1)
    .executeTakeFirst();
  if (!living) return 'none';
  return contract.ended_at === null ? undefined : 'ended';
}
