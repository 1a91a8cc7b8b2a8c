import { purchaseBlacklistId, purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import { reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { termVerbs } from '../term/term-verbs.ts';
import { purchaseBlacklistTerms } from './purchase-blacklist.ts';

export const purchaseBlacklistRoom: Room = {
  calls: mount(purchaseBlacklists, termVerbs(purchaseBlacklistTerms)),
  tables: {
    purchase_blacklist: { travels: { by: ['id'], ofSku: true, tells: { id: purchaseBlacklistId, reason } } },
  },
};
