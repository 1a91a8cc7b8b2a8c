import type { Contract } from '@usance/api/contract';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { besideContract } from './contract.queries.ts';
import { contractOf } from './contract.ts';

/** The contract that the access rule has read, with what its reader's roles allow. */
export async function showContract({ db, contract, roles }: Grounds & Pick<ReadContext, 'db'>): Promise<Contract> {
  return contractOf(contract, await besideContract(db, contract), roles);
}
