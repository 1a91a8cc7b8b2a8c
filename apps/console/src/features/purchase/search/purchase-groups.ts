import { largestProducts, type PurchaseGroup, type PurchaseStep, type purchases } from '@usance/api/billing/purchase';
import type { CallQuery, CallReply } from '@usance/api/call';
import { formatDecimal, subtract, sum } from '@usance/money/decimal';
import { dayMs } from '@usance/period/instant';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import type { Range } from '@usance/period/range';
import * as m from '../../../i18n/messages.gen.ts';
import { restOf, type Series } from '../../../ui/chart/series/series.ts';
import { callFilters } from './purchase-filters.ts';
import { groupIdOf, partingOf } from './purchase-grouping.ts';
import type { Grouping, PurchaseSearch } from './purchase-search.ts';

export type PurchaseGroups = CallReply<typeof purchases.groups>;

/** The groups of a page, which are as many as the series of a chart. */
export const groupsOnPage = largestProducts.pageSize;

/** Returns the query of a page of groups. The chart shows the first page, so both share its answer. */
export function groupsQuery(search: PurchaseSearch, period: PurchasePeriod): CallQuery<typeof purchases.groups> {
  const { groupBy, tagKey } = partingOf(search.groupBy);
  return {
    ...callFilters(search, period.range),
    formerStart: period.previous?.start,
    formerEnd: period.previous?.end,
    // Keeps its order of keys, since its reply comes with the page.
    ...largestProducts,
    groupBy,
    tagKey,
    step: barStepOf(search, period.range),
    orderBy: search.groupSort,
    ordering: search.groupOrder,
    pageNum: search.groupPage,
  };
}

/** Returns the width of a bar: the chosen one, or one that makes 10 to 60 bars of most ranges. */
export function barStepOf({ step }: Pick<PurchaseSearch, 'step'>, { start, end }: Range): PurchaseStep {
  if (step !== undefined) return step;
  const days = (end - start) / dayMs;
  if (days <= 62) return 'day';
  return days <= 190 ? 'week' : 'month';
}

/** Returns a series for each of the largest groups, and one for the rest of all. */
export function groupSeries(grouping: Grouping, { items, steps }: PurchaseGroups): Series[] {
  const series: Series[] = items.map((group) => ({
    id: groupIdOf(grouping, group),
    name: partingOf(grouping).nameOf(group),
    values: group.steps,
  }));
  const rest = steps.map(({ amount }, at) =>
    formatDecimal(subtract(amount, sum(items.map((group) => group.steps[at] ?? '0')))),
  );
  const hasRest = rest.some((amount) => /[1-9]/.test(amount));
  return hasRest ? [...series, { id: restOf(grouping), name: m.ui_other(), values: rest }] : series;
}

/** Returns the key by which a URL names a group. */
export function groupKeyOf(grouping: Grouping, group: PurchaseGroup): string {
  return groupIdOf(grouping, group).slice(grouping.length + 1);
}
