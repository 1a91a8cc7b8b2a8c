import type { Contract } from '@usance/api/contract';

/**
 * The contract whose bills are the home of a reader who may see bills and no data clouds. Undefined for everybody else, whose
 * home is the list of data clouds.
 */
export function homeContract(contracts: readonly Contract[]): Contract | undefined {
  if (contracts.some(({ permissions }) => permissions?.canReadDataclouds)) return undefined;
  return contracts.find(({ permissions }) => permissions?.canReadBilling);
}
