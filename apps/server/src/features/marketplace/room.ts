import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { asRating } from '#platform/clickhouse/as-rating.ts';
import type { Room } from '#platform/house/room.ts';
import { mount, PreparedVerb, SpanningVerb } from '#platform/http/calls/verb.ts';
import { atEachStep } from '#platform/jobs/round.ts';
import { decideHour } from './hour/decide-hour.ts';
import { listAdjustments, listHourlyStatements, listMarketplaceUsages } from './hour/list-hours.ts';
import { meterHours, nextMetering } from './hour/meter-hours.ts';
import { pushAgain } from './hour/push-again.ts';
import { verifyMarketplaceHours } from './hour/verify-hours.ts';
import { receiveToken } from './landing/receive-token.ts';
import { forgetTokens } from './landing/resolve-token.ts';
import { tokenStatus } from './landing/token-status.ts';
import { activateLink, prepareLink } from './link/activate-link.ts';
import { endRefused } from './link/end-refused.ts';
import { followRenewals } from './link/follow-renewals.ts';
import { getLink, listLinks } from './link/link.queries.ts';
import { meterBy } from './link/meter-by.ts';
import { unlinkContract } from './link/unlink-contract.ts';
import { listMarketplaceNotifications } from './notification/list-notifications.ts';
import { takeMessage } from './notification/take-message.ts';
import { reconcile } from './reconciliation/reconcile.ts';

export const marketplaceRoom: Room = {
  calls: mount(calls, {
    receive: receiveToken,
    status: tokenStatus,
    notify: new SpanningVerb(takeMessage),
    activate: new PreparedVerb(prepareLink, activateLink),
    get: getLink,
    list: listLinks,
    config: async ({ marketplaces }) => ({
      products: marketplaces.products.map(({ entitled: _, ...product }) => product),
    }),
    notifications: listMarketplaceNotifications,
    hourlyStatements: listHourlyStatements,
    adjustmentStatements: listAdjustments,
    usages: listMarketplaceUsages,
    reconciliation: reconcile,
    push: new SpanningVerb(pushAgain),
    decide: decideHour,
    unlink: unlinkContract,
    meterBy,
  }),
  rounds: [
    {
      name: 'marketplace.meter',
      cron: '* * * * *',
      run: async (deps, { now }) => {
        // Before closing an hour that the successor has to report.
        await followRenewals(deps, now);
        await meterHours(asRating(deps), now);
      },
      dueAfter: nextMetering,
      // Rating first puts usage into its own hour.
      after: 'purchase.rate-due',
    },
    {
      name: 'marketplace.end-refused',
      cron: '15 * * * *',
      run: (deps, { now }) => endRefused(deps, now),
      dueAfter: atEachStep,
      after: 'marketplace.meter',
    },
    { name: 'marketplace.forget-tokens', cron: '51 * * * *', run: (deps, { now }) => forgetTokens(deps, now) },
  ],
  tables: {
    marketplace_subscription: {},
    marketplace_token: {},
    marketplace_notification: {},
    marketplace_link: { stays: 'is between this installation and a marketplace; its hours are to be reported before' },
    marketplace_metering: { stays: 'says how this installation reports the hours of a link' },
    marketplace_meter: { stays: 'says how far this installation has reported' },
    marketplace_hour: { stays: 'is what this installation has reported' },
    marketplace_adjustment: { stays: 'is of hours that this installation reports' },
    marketplace_share: {
      stays: 'says what a marketplace has accepted of this installation; signed statements say what of them',
    },
  },
  checks: [{ name: 'each hour is reported to a marketplace once', look: ({ db }) => verifyMarketplaceHours(db) }],
};
