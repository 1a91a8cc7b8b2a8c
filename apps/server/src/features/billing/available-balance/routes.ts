import { availableBalances } from '@usance/api/available-balance';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { checkAvailableBalance, getAvailableBalance, listAvailableBalances } from './available-balance.queries.ts';

export const availableBalanceRoom: Room = (mount) =>
  mount(availableBalances, {
    get: (ctx) => getAvailableBalance(ctx, ctx.contract),
    list: listAvailableBalances,
    // A PUT that changes nothing: it reads one snapshot, so it brings its own transaction.
    check: new SpanningVerb(async (ctx, { body }) => ({
      sufficient: await checkAvailableBalance(ctx, ctx.contract, body.amount),
    })),
  });
