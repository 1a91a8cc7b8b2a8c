import type { CostAnalysis, CostView } from '@usance/api/billing/cost-view';
import { cloudProvider, edition } from '@usance/api/cloud';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { isRelativeRange } from '@usance/period/month-range';
import { customDays, type PurchasePeriod } from '@usance/period/purchase-period';
import type { BillingZone } from '@usance/period/zone';
import { partingOf } from '../search/purchase-grouping.ts';
import { groupings, type PurchaseSearch } from '../search/purchase-search.ts';

/** Returns the search that shows a view; the view stays open in it. */
export function searchOfView({ id, analysis }: Pick<CostView, 'id' | 'analysis'>): Partial<PurchaseSearch> {
  const { range, compare, groupBy, tagKey, step, includeZeroAmount, filter } = analysis;
  const { cloudProvider: cloud, ...others } = filter;
  const grouping = groupings.find((each) => partingOf(each).groupBy === groupBy);
  return {
    ...{ saved: id, time: undefined, day: undefined, range, compare, step, nonzero: !includeZeroAmount },
    groupBy: tagKey === undefined ? (grouping ?? 'product') : `tag:${tagKey}`,
    ...noValues,
    ...others,
    cloud,
  };
}

const noValues = {
  ...{ region: undefined, edition: undefined, product: undefined, type: undefined, subType: undefined },
  ...{ billingItem: undefined, datacloudID: undefined, objectID: undefined, tag: undefined },
};

/** Returns the analysis that a search shows, to be saved. */
export function analysisOf(search: PurchaseSearch, period: PurchasePeriod, zone: BillingZone): CostAnalysis {
  const { groupBy, tagKey } = partingOf(search.groupBy);
  const { region, product, type, subType, billingItem, datacloudID, objectID, tag } = search;
  const filter = {
    ...{ region, product, type, subType, billingItem, datacloudID, objectID, tag },
    // An address may hold any text, so only words that the server knows are kept.
    cloudProvider: cloudProvider.options.filter((each) => search.cloud?.includes(each)),
    edition: edition.options.filter((each) => search.edition?.includes(each)),
  };
  return {
    range: rangeWord(search, period, zone),
    compare: search.compare,
    groupBy: viewGroupings.find((each) => each === groupBy) ?? 'product',
    ...(tagKey !== undefined && { tagKey }),
    ...(search.step !== undefined && { step: search.step }),
    includeZeroAmount: !search.nonzero,
    filter: Object.fromEntries(
      Object.entries(filter).filter(([, values]) => values !== undefined && values.length > 0),
    ),
  };
}

const viewGroupings = [
  'product',
  'region',
  'cloudProvider',
  'datacloudID',
  'objectID',
  'billingItem',
  'tag',
] as const satisfies CostAnalysis['groupBy'][];

/** Returns the range of a search as a word or days; a month of an older link becomes its days. */
function rangeWord({ time, range }: PurchaseSearch, { whole }: PurchasePeriod, zone: BillingZone): string {
  if (time === undefined && (isRelativeRange(range) || customDays(range) !== undefined)) return range;
  return `${dayOf(whole.start, zone)}..${dayOf(instantOfEpochMs(whole.end - 1), zone)}`;
}

/** True if two analyses show the same. The order of a filter's values says nothing. */
export function showSame(one: CostAnalysis, other: CostAnalysis): boolean {
  return plain(one) === plain(other);
}

function plain({ filter, ...rest }: CostAnalysis): string {
  const inOrder = (pairs: [string, unknown][]) => pairs.filter(([, value]) => value !== undefined).sort();
  const filters = Object.entries(filter).map(([key, values]): [string, unknown] => [key, values?.toSorted()]);
  return JSON.stringify([inOrder(Object.entries(rest)), inOrder(filters)]);
}
