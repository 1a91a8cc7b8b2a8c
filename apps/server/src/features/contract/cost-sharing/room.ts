import { costSharings } from '@usance/api/contract/cost-sharing';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { costSharingOf, updateCostSharing } from './cost-sharing.ts';

/** The contract's own row keeps the setting, because the check of access reads it with the roles. */
export const costSharingRoom: Room = {
  calls: mount(costSharings, { get: async ({ contract }) => costSharingOf(contract), update: updateCostSharing }),
};
