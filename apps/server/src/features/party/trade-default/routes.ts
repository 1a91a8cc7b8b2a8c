import { type TradeDefault, tradeDefaults } from '@usance/api/trade-default';
import type { Room } from '../../../platform/http/calls/verb.ts';

/** What the installation says of trade is known when it starts. */
export const tradeDefaultRoom =
  (items: readonly TradeDefault[]): Room =>
  (mount) =>
    mount(tradeDefaults, { list: async () => ({ items: [...items] }) });
