import type { Contract } from '@usance/api/contract/contract';

/**
 * Returns the contract whose bills are the home page of a reader who may see bills but no data clouds. For other
 * readers, whose home page is the list of data clouds, returns undefined.
 */
export function homeContract(contracts: readonly Contract[]): Contract | undefined {
  if (contracts.some(({ permissions }) => permissions?.canReadDataclouds)) return undefined;
  return contracts.find(({ permissions }) => permissions?.canReadBilling);
}
