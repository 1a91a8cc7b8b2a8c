import { availableBalances } from '@usance/api/available-balance';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { checkAvailableBalance, getAvailableBalance, listAvailableBalances } from './available-balance.queries.ts';

export const availableBalanceRoom: Room = (mount) =>
  mount(availableBalances, {
    get: getAvailableBalance,
    list: listAvailableBalances,
    // A PUT that changes nothing: it reads one snapshot, so it brings its own transaction.
    check: new SpanningVerb(checkAvailableBalance),
  });
