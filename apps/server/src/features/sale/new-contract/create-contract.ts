import type { ParsedBody } from '@usance/api/call';
import type { Contract, contracts } from '@usance/api/contract/contract';
import type { WriteContext } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { besideContract } from '../../contract/contract/contract.queries.ts';
import { contractOf } from '../../contract/contract/contract.ts';
import { insertContract } from './insert-contract.ts';
import { keepFirstBuyer } from './keep-first-buyer.ts';

/** Creates a contract for a customer, active or as a draft. 400 if its creator has no account. */
export async function createContract(
  { tx, now, sealingKey: key }: Pick<WriteContext, 'tx' | 'now' | 'sealingKey'>,
  { body: { buyer, ...input } }: { body: ParsedBody<typeof contracts.createInternal> },
): Promise<Contract> {
  if (input.creatorID) await assertAccountExists(tx, input.creatorID);
  const row = await insertContract({ tx, now }, input, key);
  await keepFirstBuyer({ tx, now }, row, buyer, key);
  return contractOf(row, await besideContract(tx, row));
}

async function assertAccountExists(tx: Tx, accountId: string): Promise<void> {
  const account = await tx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst();
  if (!account) throw invalidParameter('creatorID', 'This account does not exist.');
}
