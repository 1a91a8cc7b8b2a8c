import { purchases } from '@usance/api/billing/purchase';
import type { Room } from '#platform/house/room.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { atEachStep } from '#platform/jobs/round.ts';
import { dropDeadRuns } from '../../metering/rating/run/drop-dead-runs.ts';
import { accumulatePurchasesDaily } from './analysis/accumulate-daily.ts';
import { aggregatePurchasesBySku } from './analysis/aggregate-by-sku.ts';
import { aggregatePurchases } from './analysis/aggregate-purchases.ts';
import { distinctPurchaseFields } from './analysis/distinct-fields.ts';
import { listAnomalies } from './anomaly/list-anomalies.ts';
import { calculateAndFollow } from './calculate-and-follow.ts';
import { listChanges } from './changes/list-changes.ts';
import { downloadPurchases } from './download/download-purchases.ts';
import { forecastMonth } from './forecast/forecast-month.ts';
import { freshnessOf } from './freshness/freshness.ts';
import { groupPurchases } from './groups/group-purchases.ts';
import { listPurchases } from './list-purchases.ts';
import { rateAndFollow } from './rate-and-follow.ts';

export const purchaseRoom: Room = {
  calls: mount(purchases, {
    list: listPurchases,
    aggBy: aggregatePurchases,
    groups: groupPurchases,
    aggBySku: aggregatePurchasesBySku,
    dailyAcc: accumulatePurchasesDaily,
    changes: listChanges,
    forecast: forecastMonth,
    anomalies: listAnomalies,
    distinctFields: distinctPurchaseFields,
    freshness: freshnessOf,
    download: downloadPurchases,
    // Rating writes in transactions of its own and can be repeated.
    calculate: new SpanningVerb(calculateAndFollow),
  }),
  rounds: [
    { name: 'purchase.rate-due', cron: '*/5 * * * *', byAnyClock: true, run: rateAndFollow, dueAfter: atEachStep },
    { name: 'purchase.drop-dead-runs', cron: '17 * * * *', run: (deps, { outside }) => dropDeadRuns(deps, outside) },
  ],
};
