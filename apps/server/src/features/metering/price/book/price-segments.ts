import type { SkuDimensions } from '@usance/api/sku';
import { compare, type Decimal, multiply, parseDecimal } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import { intersect, type Range } from '@usance/period/range';

/** What rated rows show of a SKU. */
type RatedDimensions = SkuDimensions & { consumptionUnit: string };
/** One version of a SKU's price. `unitPrice` is per consumption unit, `listPrice` is what is shown, per `priceUnit`. */
export type PriceVersion = {
  skuNo: number;
  unitPrice: string;
  listPrice: string;
  priceUnit: string;
  from: Instant;
  /** Exclusive; null while it is the newest. */
  to: Instant | null;
};
/** A contract-level multiplier of every price, 0 < rate ≤ 1. */
type ContractDiscount = { rate: string; from: Instant; to: Instant | null };
/** All that decides what the usage of one contract costs. */
export type PriceBook = {
  skus: ReadonlyMap<number, RatedDimensions>;
  prices: readonly PriceVersion[];
  discounts: readonly ContractDiscount[];
  /** Listed with amount 0. */
  unchargedSkus: ReadonlySet<number>;
};

/** A stretch of time in which one SKU has one price: what a usage row that starts in it is multiplied by. */
export type PriceSegment = RatedDimensions & {
  skuNo: number;
  range: Range;
  listPrice: Decimal;
  priceUnit: string;
  discount: Decimal;
  /** Unit price × discount, exact: rounding waits for the quantity. */
  netPrice: Decimal;
  chargeable: boolean;
};

/**
 * Every stretch of one price within `window`, by SKU and time, none overlapping. A time without a price version has no
 * segment. Throws RangeError for overlapping versions, a price below 0 or a discount outside (0, 1].
 */
export function compilePriceSegments(book: PriceBook, window: Range): PriceSegment[] {
  const discounts = discountStretches(book.discounts, window);
  const segments = book.prices.flatMap((version) => {
    const dimensions = book.skus.get(version.skuNo);
    if (dimensions === undefined) throw new RangeError(`A price names SKU ${version.skuNo}, which the book lacks`);
    const unitPrice = parseDecimal(version.unitPrice, priceLimits);
    if (unitPrice.units < 0n) throw new RangeError(`SKU ${version.skuNo} has a price below 0`);
    return discounts.flatMap(({ range, discount }) => {
      const covered = intersect(range, openEnded(version, window));
      if (covered === undefined) return [];
      const { skuNo, priceUnit } = version;
      const listPrice = parseDecimal(version.listPrice, priceLimits);
      const netPrice = multiply(unitPrice, discount);
      const chargeable = !book.unchargedSkus.has(skuNo);
      return [{ ...dimensions, skuNo, range: covered, listPrice, priceUnit, discount, netPrice, chargeable }];
    });
  });
  const ordered = segments.sort((a, b) => a.skuNo - b.skuNo || a.range.start - b.range.start);
  refuseTwoAtOnce(ordered, (a, b) => a.skuNo === b.skuNo);
  return ordered;
}

const priceLimits = { maxScale: 12, maxDigits: 38 };
const noDiscount = parseDecimal('1');

/** The window cut at every change of the contract-level discount; where none applies it is 1. */
function discountStretches(
  discounts: readonly ContractDiscount[],
  window: Range,
): { range: Range; discount: Decimal }[] {
  const applied = discounts
    .flatMap(({ rate, from, to }) => {
      const range = intersect(openEnded({ from, to }, window), window);
      return range === undefined ? [] : [{ range, discount: parseRate(rate) }];
    })
    .sort((a, b) => a.range.start - b.range.start);
  refuseTwoAtOnce(applied, () => true);
  const stretches: { range: Range; discount: Decimal }[] = [];
  let start = window.start;
  for (const stretch of applied) {
    if (start < stretch.range.start)
      stretches.push({ range: { start, end: stretch.range.start }, discount: noDiscount });
    stretches.push(stretch);
    start = stretch.range.end;
  }
  if (start < window.end) stretches.push({ range: { start, end: window.end }, discount: noDiscount });
  return stretches;
}

function parseRate(rate: string): Decimal {
  const discount = parseDecimal(rate, { maxScale: 12 });
  if (discount.units > 0n && compare(discount, noDiscount) <= 0) return discount;
  throw new RangeError(`A discount is a multiplier above 0 and up to 1, and ${rate} is not`);
}

function openEnded({ from, to }: { from: Instant; to: Instant | null }, window: Range): Range {
  return { start: from, end: to ?? window.end };
}

function refuseTwoAtOnce<T extends { range: Range }>(ordered: readonly T[], isSame: (a: T, b: T) => boolean): void {
  ordered.forEach((next, index) => {
    const previous = ordered[index - 1];
    if (previous === undefined || !isSame(previous, next) || previous.range.end <= next.range.start) return;
    throw new RangeError(`Two prices or discounts apply at once, from ${new Date(next.range.start).toISOString()}`);
  });
}
