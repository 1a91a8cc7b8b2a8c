import { type Exact, formatDecimal } from '@usance/money/decimal';
import type { MonthLine } from '../../billing/purchase/month-lines.ts';
import type { PriceSegment } from '../../metering/price/book/price-segments.ts';

/**
 * Prices in the words that a signed statement shows their SKUs in: a SKU may have been renamed since. Where the lines that
 * a price could be of leave a choice, it keeps the words of today, and what is made of it shows itself as different.
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

/** What the lines of a segment can say: of what was cut into tiers there is one for each multiplier. */
function keysOf(segment: PriceSegment): string[] {
  const multipliers = segment.tiers?.map(({ rate }) => rate) ?? [];
  return [segment.discount, ...multipliers].map((multiplier) => priceKeyOf(segment, multiplier));
}

/** All that a line says of its price and that renaming does not touch. */
function priceKeyOf(of: Priced, multiplier: Exact): string {
  const { billingItem, cloudProvider, region, edition, consumptionUnit, priceUnit } = of;
  const figures = [formatDecimal(of.listPrice, 12), formatDecimal(multiplier, 12)];
  return JSON.stringify([billingItem, cloudProvider, region, edition, consumptionUnit, priceUnit, ...figures]);
}

function isSameWords(a: Pick<MonthLine, 'product' | 'type' | 'subType'>, b: typeof a): boolean {
  return a.product === b.product && a.type === b.type && a.subType === b.subType;
}
