import type { Contract } from '@usance/api/contract';
import type { Grounds } from '../../../platform/context/context.ts';
import { contractOf } from './contract.ts';

/** The contract that the access rule has read, with what its reader's roles allow. */
export async function showContract({ contract, roles }: Grounds): Promise<Contract> {
  return contractOf(contract, roles);
}
