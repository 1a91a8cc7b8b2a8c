import { regions as regionCalls } from '@usance/api/region';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { isOffered, regions } from './region.ts';

/** All regions, or those that serve the contract that is named. */
export const regionRoom: Room = (mount) =>
  mount(regionCalls, {
    list: async ({ contract }) => ({
      items: contract ? regions.filter((region) => isOffered(region, contract.service_type)) : [...regions],
    }),
  });
