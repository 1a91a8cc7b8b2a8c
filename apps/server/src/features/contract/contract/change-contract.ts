import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from './contract.queries.ts';
import type { ContractRow } from './contract.ts';

/** Has a contract go by another name, and its statements to come name another buyer. */
export async function renameContract(
  tx: Tx,
  { id }: LockedContract,
  names: Pick<ContractRow, 'tags' | 'buyer_name'>,
): Promise<void> {
  await tx.updateTable('contract').set(names).where('id', '=', id).execute();
}

/** Puts a contract into another state; with the moment from which it takes no usage any more, where that has come. */
export async function changeState(
  tx: Tx,
  { id }: LockedContract,
  changed: Pick<ContractRow, 'state' | 'ended_at'>,
): Promise<void> {
  await tx.updateTable('contract').set(changed).where('id', '=', id).execute();
}
