import type { CallReply } from '@usance/api/call';
import type { regions as regionCalls } from '@usance/api/region';
import type { Grounds } from '../../../platform/context/context.ts';
import { isOffered, regions } from './region.ts';

/** All regions, or those that serve the contract that is named. */
export async function listRegions({
  contract,
}: Partial<Pick<Grounds, 'contract'>>): Promise<CallReply<typeof regionCalls.list>> {
  return { items: contract ? regions.filter((region) => isOffered(region, contract.service_type)) : [...regions] };
}
