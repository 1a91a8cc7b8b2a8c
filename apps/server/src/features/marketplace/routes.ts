import { marketplaces as calls } from '@usance/api/marketplace';
import { PreparedVerb, type Room, SpanningVerb } from '../../platform/http/calls/verb.ts';
import { locked } from '../party/contract/locked.ts';
import { decideHour } from './hour/decide-hour.ts';
import { listAdjustments, listHourlyStatements, listMarketplaceUsages } from './hour/list-hours.ts';
import { pushAgain } from './hour/push-again.ts';
import { receiveToken } from './landing/receive-token.ts';
import { tokenStatus } from './landing/token-status.ts';
import { activateLink, prepareLink } from './link/activate-link.ts';
import { getLink, listLinks } from './link/link.queries.ts';
import { meterBy } from './link/meter-by.ts';
import { unlinkContract } from './link/unlink-contract.ts';
import { listMarketplaceNotifications } from './notification/list-notifications.ts';
import { takeMessage } from './notification/take-message.ts';
import type { Marketplaces } from './provider/marketplaces.ts';
import { reconcile } from './reconciliation/reconcile.ts';

export const marketplaceRoom =
  (marketplaces: Marketplaces): Room =>
  (mount) =>
    mount(calls, {
      receive: receiveToken,
      status: tokenStatus(marketplaces),
      notify: new SpanningVerb(takeMessage(marketplaces)),
      activate: new PreparedVerb(prepareLink(marketplaces), locked(activateLink(marketplaces))),
      get: getLink,
      list: listLinks,
      config: async () => ({ products: marketplaces.products.map(({ entitled: _, ...product }) => product) }),
      notifications: listMarketplaceNotifications,
      hourlyStatements: listHourlyStatements,
      adjustmentStatements: listAdjustments,
      usages: listMarketplaceUsages,
      reconciliation: reconcile(marketplaces),
      push: new SpanningVerb(pushAgain(marketplaces)),
      decide: locked(decideHour),
      unlink: locked(unlinkContract),
      meterBy: locked(meterBy),
    });
