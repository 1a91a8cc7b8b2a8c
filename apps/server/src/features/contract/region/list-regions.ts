import type { CallReply } from '@usance/api/call';
import type { regions } from '@usance/api/contract/region';
import type { Grounds } from '#platform/context/context.ts';
import { isOffered, knownRegions } from './region.ts';

/** Returns all regions, or those that serve the given contract. */
export async function listRegions({
  contract,
}: Partial<Pick<Grounds, 'contract'>>): Promise<CallReply<typeof regions.list>> {
  return {
    items: contract ? knownRegions.filter((region) => isOffered(region, contract.service_type)) : [...knownRegions],
  };
}
