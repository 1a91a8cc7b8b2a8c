import type { SkuDimensions } from '@usance/api/metering/sku';
import { compare, type Decimal, multiply, parseDecimal } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import { intersect, type Range } from '@usance/period/range';
import { assertTiers, type Tier, type TierVersion } from '../../tier/graduated.ts';
import { firstHourDecided } from './deciding-instant.ts';

/** The SKU columns of a rated row. */
type RatedDimensions = SkuDimensions & { consumptionUnit: string };
/** One version of a SKU's price. `unitPrice` is per consumption unit; `listPrice` is for display, per `priceUnit`. */
export type PriceVersion = {
  skuNo: number;
  /** True for a contract's own price. Discounts do not apply to it. */
  isOwn: boolean;
  /** The private offer that set the price. */
  offerId?: string | undefined;
  unitPrice: string;
  listPrice: string;
  priceUnit: string;
  from: Instant;
  /** Exclusive; null if it has no end. */
  to: Instant | null;
};
/** A contract-level multiplier of list prices, 0 < rate ≤ 1. */
type ContractDiscount = { rate: string; from: Instant; to: Instant | null };
/** Everything that determines what a contract's usage costs. */
export type PriceBook = {
  skus: ReadonlyMap<number, RatedDimensions>;
  prices: readonly PriceVersion[];
  discounts: readonly ContractDiscount[];
  /** The times in which a SKU's rows have amount 0. */
  uncharged: readonly UnchargedRange[];
  /** The times in which tiers apply to the month's amount; most contracts have none. */
  tiers?: readonly TierVersion[];
  /** The contract's beginning. Prices at that instant hold for the rest of its hour. */
  begins?: Instant;
};
/** A time in which a SKU is not charged. `to` is exclusive; null if it has no end. */
type UnchargedRange = { skuNo: number; from: Instant; to: Instant | null };

/** A stretch of time with one price of one SKU. It rates the usage rows that start in it. */
export type PriceSegment = RatedDimensions & {
  skuNo: number;
  range: Range;
  /** Per consumption unit. */
  unitPrice: Decimal;
  listPrice: Decimal;
  priceUnit: string;
  discount: Decimal;
  /** Unit price × discount, exact. Only the product with the quantity is rounded. */
  netPrice: Decimal;
  chargeable: boolean;
  /** Multiply the net price by the month's amount so far; absent without tiers. */
  tiers?: readonly Tier[];
  /** The private offer that set the price or the tiers. */
  offerId?: string | undefined;
};

/**
 * Returns all price segments within `window`, ordered by SKU and time, without overlaps.
 * Each covers whole hours: the price at the start of an hour, or at the contract's beginning within it, holds for the
 * whole hour. A time without a price version has no segment.
 * Throws RangeError for overlapping versions, negative prices, discounts outside (0, 1], and tiers that do not start at
 * 0 or have gaps.
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
        return {
          ...dimensions,
          skuNo,
          ...stretch,
          unitPrice,
          listPrice,
          priceUnit,
          discount,
          netPrice,
          ...tiered,
          offerId,
        };
      }),
    );
  });
  const ordered = segments.sort((a, b) => a.skuNo - b.skuNo || a.range.start - b.range.start);
  refuseTwoAtOnce(ordered, (a, b) => a.skuNo === b.skuNo);
  return ordered;
}

const priceLimits = { maxScale: 12, maxDigits: 38 };
const noDiscount = parseDecimal('1');

/** The reduction in a stretch of time: a discount, or tiers; with tiers, `discount` is 1. */
type Reduction = { range: Range; discount: Decimal; tiers?: readonly Tier[]; offerId?: string | undefined };

/**
 * Cuts the window wherever a reduction changes. Tiers apply to all usage. The discount applies to list prices where no
 * tiers hold: two reductions never multiply.
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

/** Cuts the window at every change of the contract-level discount; it is 1 where none applies. */
function discountStretches({ discounts, begins }: PriceBook, window: Range): { range: Range; discount: Decimal }[] {
  const applied = discounts.map((each) => {
    return { range: hoursOf(each, { window, begins }), discount: parseRate(each.rate) };
  });
  return covering(window, applied, { discount: noDiscount });
}

/** Cuts a stretch of one price where its SKU starts or stops being charged. */
function chargedStretches(
  stretch: Range | undefined,
  uncharged: readonly UnchargedRange[],
  begins: Instant | undefined,
): { range: Range; chargeable: boolean }[] {
  if (stretch === undefined) return [];
  const free = uncharged.map((each) => ({ range: hoursOf(each, { window: stretch, begins }), chargeable: false }));
  return covering<{ chargeable: boolean }>(stretch, free, { chargeable: true });
}

/** Fills `window` in order of time: with `parts` where they lie in it, and with `otherwise` elsewhere. */
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

/** The hours whose deciding instant lies in the range. A range without an end is cut at the window's end. */
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
