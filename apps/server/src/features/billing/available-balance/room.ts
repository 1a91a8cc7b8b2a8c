import { availableBalances } from '@usance/api/billing/available-balance';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { checkAvailableBalance, getAvailableBalance, listAvailableBalances } from './available-balance.queries.ts';
import { explainBalance } from './explain-balance.ts';
import { getRunway } from './get-runway.ts';

export const availableBalanceRoom: Room = {
  calls: mount(availableBalances, {
    get: getAvailableBalance,
    runway: getRunway,
    explained: explainBalance,
    list: listAvailableBalances,
    // A PUT that changes nothing. It reads one snapshot, so it opens its own transaction.
    check: new SpanningVerb(checkAvailableBalance),
  }),
};
