import type { CallReply } from '@usance/api/call';
import type { contractKeys } from '@usance/api/contract/contract-key';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import { type ContractKeyRow, contractKeyOf } from './contract-key.ts';

/** Returns the key pair of a contract; 404 for a contract older than keys. */
export async function getContractKey(db: DbOrTx, contractId: string): Promise<ContractKeyRow> {
  const row = await db.selectFrom('contract_key').selectAll().where('contract_id', '=', contractId).executeTakeFirst();
  if (!row) throw notFound('CONTRACT_KEY_NOT_FOUND');
  return row;
}

export async function showPublicKey({
  db,
  contract,
}: Pick<ReadContext, 'db'> & Grounds): Promise<CallReply<typeof contractKeys.publickey>> {
  return contractKeyOf(await getContractKey(db, contract.id));
}
