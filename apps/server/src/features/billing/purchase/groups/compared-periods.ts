import type { Range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import { formerRange } from '../selection/former-range.ts';
import { type PurchaseContext, selectWindows, windowCondition } from '../selection/purchase-selection.ts';
import { purchaseWindow, refuseManyDays } from '../selection/purchase-window.ts';
import { requireTagKey } from '../tag/select-tags.ts';
import type { GroupsQuery } from './groups-page.ts';

/** The sums of the range, and of the former period if there is one. */
export type ComparedPeriods = {
  readonly zone: BillingZone;
  readonly window: Range;
  readonly former: Range | undefined;
  readonly sums: string;
  readonly params: QueryParams;
  /** SQL for the amount of `sums` in the range, and in the former period. */
  readonly amountSql: string;
  readonly formerSql: string;
};

export async function selectPeriods(ctx: PurchaseContext, query: GroupsQuery): Promise<ComparedPeriods> {
  const zone = billingZoneOf(ctx.contract.currency);
  const window = purchaseWindow(query, zone, ctx.now);
  refuseManyDays('start', window);
  const former = formerRange(query);
  const filters = { ...query, tagKey: query.groupBy === 'tag' ? requireTagKey(query) : undefined };
  if (former === undefined) {
    const { sums, params } = await selectWindows(ctx, filters, [window]);
    return { zone, window, former, sums, params, amountSql: 'sum(amount)', formerSql: 'toDecimal128(0, 12)' };
  }
  const { sums, params } = await selectWindows(ctx, filters, [window, former]);
  const [inWindow, inFormer] = [windowCondition(window, 'window'), windowCondition(former, 'former')];
  return {
    zone,
    window,
    former,
    sums,
    params: { ...params, ...inWindow.params, ...inFormer.params },
    amountSql: `sumIf(amount, ${inWindow.sql})`,
    formerSql: `sumIf(amount, ${inFormer.sql})`,
  };
}
