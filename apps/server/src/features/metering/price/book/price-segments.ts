import type { SkuDimensions } from '@usance/api/sku';
import { compare, type Decimal, multiply, parseDecimal } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import { intersect, type Range } from '@usance/period/range';
import { assertTiers, type Tier, type TierVersion } from '../../tier/graduated.ts';
import { firstHourDecided } from './deciding-instant.ts';

/** What rated rows show of a SKU. */
type RatedDimensions = SkuDimensions & { consumptionUnit: string };
/** One version of a SKU's price. `unitPrice` is per consumption unit, `listPrice` is what is shown, per `priceUnit`. */
export type PriceVersion = {
  skuNo: number;
  /** The contract's own, agreed on as it is: no discount reduces it once more. */
  isOwn: boolean;
  /** The private offer that brought it. */
  offerId?: string | undefined;
  unitPrice: string;
  listPrice: string;
  priceUnit: string;
  from: Instant;
  /** Exclusive; null while it is the newest. */
  to: Instant | null;
};
/** A contract-level multiplier of list prices, 0 < rate ≤ 1. */
type ContractDiscount = { rate: string; from: Instant; to: Instant | null };
/** All that decides what the usage of one contract costs. */
export type PriceBook = {
  skus: ReadonlyMap<number, RatedDimensions>;
  prices: readonly PriceVersion[];
  discounts: readonly ContractDiscount[];
  /** When SKUs are listed with amount 0. */
  uncharged: readonly UnchargedRange[];
  /** When the month's amount is charged by tiers; none for most contracts. */
  tiers?: readonly TierVersion[];
  /** The contract's beginning, which decides for the rest of its hour. */
  begins?: Instant;
};
/** A time in which a SKU is not charged; `to` is exclusive, null while nothing ended it. */
type UnchargedRange = { skuNo: number; from: Instant; to: Instant | null };

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
  /** What the net price is multiplied by, by how much the month has come to; none where no tiers hold. */
  tiers?: readonly Tier[];
  /** The private offer that brought the price or the tiers. */
  offerId?: string | undefined;
};

/**
 * Every stretch of one price within `window`, by SKU and time, none overlapping, each of whole hours: what holds at the
 * start of an hour, or at the contract's beginning within it, holds for all of it. A time without a price version has no segment. Throws RangeError for overlapping
 * versions, a price below 0 or a discount outside (0, 1], and for tiers that are no ladder from 0.
 */
export function compilePriceSegments(book: PriceBook, window: Range): PriceSegment[] {
  const { begins } = book;
  const reductions = reductionsOf(book, window);
  const uncharged = Map.groupBy(book.uncharged, ({ skuNo }) => skuNo);
  const segments = book.prices.flatMap((version) => {
    const { skuNo, priceUnit } = version;
    const dimensions = book.skus.get(skuNo);
    if (dimensions === undefined) throw new RangeError(`A price names SKU ${skuNo}, which the book lacks`);
    const unitPrice = parseDecimal(version.unitPrice, priceLimits);
    if (unitPrice.units < 0n) throw new RangeError(`SKU ${skuNo} has a price below 0`);
    const listPrice = parseDecimal(version.listPrice, priceLimits);
    const held = hoursOf(version, { window, begins });
    const stretches = version.isOwn ? reductions.ofOwnPrices : reductions.ofListPrices;
    return stretches.flatMap(({ range, discount, ...tiered }) =>
      chargedStretches(intersect(range, held), uncharged.get(skuNo) ?? [], begins).map((stretch) => {
        const netPrice = multiply(unitPrice, discount);
        const offerId = version.offerId ?? tiered.offerId;
        return { ...dimensions, skuNo, ...stretch, listPrice, priceUnit, discount, netPrice, ...tiered, offerId };
      }),
    );
  });
  const ordered = segments.sort((a, b) => a.skuNo - b.skuNo || a.range.start - b.range.start);
  refuseTwoAtOnce(ordered, (a, b) => a.skuNo === b.skuNo);
  return ordered;
}

const priceLimits = { maxScale: 12, maxDigits: 38 };
const noDiscount = parseDecimal('1');

/** What reduces a price in a stretch of time: a discount, or tiers beside which the discount is 1. */
type Reduction = { range: Range; discount: Decimal; tiers?: readonly Tier[]; offerId?: string | undefined };

/**
 * The window cut wherever what reduces prices changes. Tiers are agreed on for all that a contract uses; the contract-level
 * discount reduces list prices where no tiers hold, since two reductions never multiply.
 */
function reductionsOf(book: PriceBook, window: Range): Record<'ofOwnPrices' | 'ofListPrices', Reduction[]> {
  const tiered = (book.tiers ?? []).map(({ tiers, offerId, ...held }) => {
    assertTiers(tiers);
    return { range: hoursOf(held, { window, begins: book.begins }), discount: noDiscount, tiers, offerId };
  });
  const ofOwnPrices = covering<Omit<Reduction, 'range'>>(window, tiered, { discount: noDiscount });
  const discounts = discountStretches(book, window);
  const ofListPrices = ofOwnPrices.flatMap((stretch) => {
    if (stretch.tiers !== undefined) return [stretch];
    return discounts.flatMap(({ range, discount }) => {
      const shared = intersect(range, stretch.range);
      return shared === undefined ? [] : [{ range: shared, discount }];
    });
  });
  return { ofOwnPrices, ofListPrices };
}

/** The window cut at every change of the contract-level discount; where none applies it is 1. */
function discountStretches({ discounts, begins }: PriceBook, window: Range): { range: Range; discount: Decimal }[] {
  const applied = discounts.map((each) => {
    return { range: hoursOf(each, { window, begins }), discount: parseRate(each.rate) };
  });
  return covering(window, applied, { discount: noDiscount });
}

/** A stretch of one price cut where its SKU begins or ceases to be charged. */
function chargedStretches(
  stretch: Range | undefined,
  uncharged: readonly UnchargedRange[],
  begins: Instant | undefined,
): { range: Range; chargeable: boolean }[] {
  if (stretch === undefined) return [];
  const free = uncharged.map((each) => ({ range: hoursOf(each, { window: stretch, begins }), chargeable: false }));
  return covering<{ chargeable: boolean }>(stretch, free, { chargeable: true });
}

/** All of `window` in order of time: what of `parts` lies in it, and `otherwise` where there is none. */
function covering<T extends object>(
  window: Range,
  parts: readonly (T & { range: Range })[],
  otherwise: T,
): (T & { range: Range })[] {
  const inside = parts
    .flatMap((part) => {
      const range = intersect(part.range, window);
      return range === undefined ? [] : [{ ...part, range }];
    })
    .sort((a, b) => a.range.start - b.range.start);
  refuseTwoAtOnce(inside, () => true);
  const stretches: (T & { range: Range })[] = [];
  let start = window.start;
  for (const part of inside) {
    if (start < part.range.start) stretches.push({ ...otherwise, range: { start, end: part.range.start } });
    stretches.push(part);
    start = part.range.end;
  }
  if (start < window.end) stretches.push({ ...otherwise, range: { start, end: window.end } });
  return stretches;
}

function parseRate(rate: string): Decimal {
  const discount = parseDecimal(rate, { maxScale: 12 });
  if (discount.units > 0n && compare(discount, noDiscount) <= 0) return discount;
  throw new RangeError(`A discount is a multiplier above 0 and up to 1, and ${rate} is not`);
}

/** The hours that are decided while it holds; the window ends what nothing else does. */
function hoursOf(
  { from, to }: { from: Instant; to: Instant | null },
  { window, begins }: { window: Range; begins: Instant | undefined },
): Range {
  const end = to === null ? window.end : firstHourDecided(to, begins);
  return { start: firstHourDecided(from, begins), end };
}

function refuseTwoAtOnce<T extends { range: Range }>(ordered: readonly T[], isSame: (a: T, b: T) => boolean): void {
  ordered.forEach((next, index) => {
    const previous = ordered[index - 1];
    if (previous === undefined || !isSame(previous, next) || previous.range.end <= next.range.start) return;
    throw new RangeError(`Two prices or discounts apply at once, from ${new Date(next.range.start).toISOString()}`);
  });
}
