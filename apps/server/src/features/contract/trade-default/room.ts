import { tradeDefaults } from '@usance/api/contract/trade-default';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';

export const tradeDefaultRoom: Room = {
  calls: mount(tradeDefaults, { list: async ({ tradeDefaults: items }) => ({ items: [...items] }) }),
};
