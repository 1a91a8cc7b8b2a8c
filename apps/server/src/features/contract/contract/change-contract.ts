import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from './contract.queries.ts';
import type { ContractRow } from './contract.ts';

/** Renames a contract, and the buyer on its future statements. */
export async function renameContract(
  tx: Tx,
  { id }: LockedContract,
  names: Pick<ContractRow, 'tags' | 'buyer_name'>,
): Promise<void> {
  await tx.updateTable('contract').set(names).where('id', '=', id).execute();
}

/** Sets a contract's state, with the instant of its end if it ends. */
export async function changeState(
  tx: Tx,
  { id }: LockedContract,
  changed: Pick<ContractRow, 'state' | 'ended_at'>,
): Promise<void> {
  await tx.updateTable('contract').set(changed).where('id', '=', id).execute();
}

/** Sets whether every role reads the costs of the contract's data clouds. */
export async function shareCosts(tx: Tx, { id }: LockedContract, shared: boolean): Promise<void> {
  await tx.updateTable('contract').set({ shares_costs: shared }).where('id', '=', id).execute();
}
