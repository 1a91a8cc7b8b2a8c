import type { Contract } from '@usance/api/contract/contract';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { besideContract } from './contract.queries.ts';
import { contractOf } from './contract.ts';

/** Returns the contract that the access check has read, with the caller's permissions. */
export async function showContract({ db, contract, roles }: Grounds & Pick<ReadContext, 'db'>): Promise<Contract> {
  return contractOf(contract, await besideContract(db, contract), roles);
}
