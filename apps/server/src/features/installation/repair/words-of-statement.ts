import { type Exact, formatDecimal } from '@usance/money/decimal';
import type { MonthLine } from '../../billing/purchase/month-lines.ts';
import type { PriceSegment } from '../../metering/price/book/price-segments.ts';

/**
 * Returns prices with the SKU names of a signed statement, since a SKU may have been renamed. If several lines fit a
 * price, it keeps the current names, and the result shows up as a difference.
 */
export function inWordsOf(lines: readonly MonthLine[], segments: readonly PriceSegment[]): PriceSegment[] {
  const signed = Map.groupBy(lines, (line) => priceKeyOf(line, line.discount));
  const today = new Map<string, PriceSegment[]>();
  for (const segment of segments)
    for (const key of keysOf(segment)) today.set(key, [...(today.get(key) ?? []), segment]);
  return segments.map((segment) => {
    const candidates = keysOf(segment).flatMap((key) => signed.get(key) ?? []);
    if (candidates.some((line) => isSameWords(line, segment))) return segment;
    const others = keysOf(segment).flatMap((key) => today.get(key) ?? []);
    const unclaimed = candidates.filter((line) => !others.some((other) => isSameWords(line, other)));
    const [words, ...more] = unclaimed;
    if (words === undefined || more.some((line) => !isSameWords(line, words))) return segment;
    return { ...segment, product: words.product, type: words.type, subType: words.subType };
  });
}

type Priced = Pick<
  MonthLine,
  'billingItem' | 'cloudProvider' | 'region' | 'edition' | 'consumptionUnit' | 'priceUnit'
> & {
  readonly listPrice: Exact;
};

/** The price keys of a segment's lines: tiered usage has one for each multiplier. */
function keysOf(segment: PriceSegment): string[] {
  const multipliers = segment.tiers?.map(({ rate }) => rate) ?? [];
  return [segment.discount, ...multipliers].map((multiplier) => priceKeyOf(segment, multiplier));
}

/** Everything about a line's price except the names that can change. */
function priceKeyOf(of: Priced, multiplier: Exact): string {
  const { billingItem, cloudProvider, region, edition, consumptionUnit, priceUnit } = of;
  const figures = [formatDecimal(of.listPrice, 12), formatDecimal(multiplier, 12)];
  return JSON.stringify([billingItem, cloudProvider, region, edition, consumptionUnit, priceUnit, ...figures]);
}

function isSameWords(a: Pick<MonthLine, 'product' | 'type' | 'subType'>, b: typeof a): boolean {
  return a.product === b.product && a.type === b.type && a.subType === b.subType;
}
