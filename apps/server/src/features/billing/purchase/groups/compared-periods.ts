import { type ComparedDays, comparedDays, meteredUntil } from '@usance/period/compared-days';
import { instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import { ratedThrough } from '../freshness/freshness.ts';
import { formerRange } from '../selection/former-range.ts';
import { type PurchaseContext, selectWindows, windowCondition } from '../selection/purchase-selection.ts';
import { purchaseWindow, refuseManyDays } from '../selection/purchase-window.ts';
import { requireTagKey } from '../tag/select-tags.ts';
import type { GroupsQuery } from './groups-page.ts';

/** The sums of the range, and of the former period if there is one. */
export type ComparedPeriods = {
  readonly zone: BillingZone;
  readonly window: Range;
  /** The compared days; undefined if there is no former period, or none of its days can be compared yet. */
  readonly compared: ComparedDays | undefined;
  readonly sums: string;
  readonly params: QueryParams;
  /** SQL for the amount of `sums` in the range, in its compared part, and in the former period. */
  readonly amountSql: string;
  readonly comparedSql: string;
  readonly formerSql: string;
};

export async function selectPeriods(ctx: PurchaseContext, query: GroupsQuery): Promise<ComparedPeriods> {
  const zone = billingZoneOf(ctx.contract.currency);
  const window = purchaseWindow(query, zone, ctx.now);
  refuseManyDays('start', window);
  const compared = await comparedIn(ctx, query, window);
  const filters = { ...query, tagKey: query.groupBy === 'tag' ? requireTagKey(query) : undefined };
  if (compared === undefined) {
    const { sums, params } = await selectWindows(ctx, filters, [window]);
    const noneSql = 'toDecimal128(0, 12)';
    return { zone, window, compared, sums, params, amountSql: 'sum(amount)', comparedSql: noneSql, formerSql: noneSql };
  }
  const { sums, params } = await selectWindows(ctx, filters, [window, compared.before]);
  const inWindow = windowCondition(window, 'window');
  const inCompared = windowCondition(compared.now, 'compared');
  const inFormer = windowCondition(compared.before, 'former');
  return {
    zone,
    window,
    compared,
    sums,
    params: { ...params, ...inWindow.params, ...inCompared.params, ...inFormer.params },
    amountSql: `sumIf(amount, ${inWindow.sql})`,
    comparedSql: `sumIf(amount, ${inCompared.sql})`,
    formerSql: `sumIf(amount, ${inFormer.sql})`,
  };
}

async function comparedIn(ctx: PurchaseContext, query: GroupsQuery, window: Range): Promise<ComparedDays | undefined> {
  const former = formerRange(query);
  if (former === undefined || !query.wholeDays) return former && { now: window, before: former };
  const rated = await ratedThrough(ctx);
  const through = rated && instantOf(rated);
  const zone = billingZoneOf(ctx.contract.currency);
  return comparedDays(window, former, meteredUntil({ zone, through }, instantOf(ctx.now)));
}
