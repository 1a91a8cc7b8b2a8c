import { contractBlacklists } from '@usance/api/contract/contract-blacklist';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { addToBlacklist, changeReason, takeOffBlacklist } from './change-blacklist.ts';
import { isOnBlacklist, listBlacklist } from './contract-blacklist.queries.ts';

export const contractBlacklistRoom: Room = {
  calls: mount(contractBlacklists, {
    create: addToBlacklist,
    list: listBlacklist,
    update: changeReason,
    delete: takeOffBlacklist,
    check: isOnBlacklist,
  }),
  tables: {
    contract_blacklist: { stays: 'is what the people of this installation think of the contract' },
  },
};
