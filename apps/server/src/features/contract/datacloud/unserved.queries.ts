import type { Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../contract/contract.ts';
import { endedStates } from './datacloud-state.ts';

/**
 * Why the account of a contract changes nothing about services: the contract has no data cloud, or has ended, so that those
 * it still has stay paused.
 */
export type Unserved = 'none' | 'ended';

/** Undefined where data clouds follow the account. */
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
