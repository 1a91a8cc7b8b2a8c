import { compare, type Decimal, isZero, powerOfTen, rescale, zero } from '@usance/money/decimal';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import type { SegmentUsage } from './usage-window.ts';

/** How the engine multiplies: net prices as integers of one scale, in integers wide enough that nothing can overflow. */
export type Arithmetic = {
  width: 128 | 256;
  netPriceScale: number;
  netPriceUnits: readonly bigint[];
  /** By segment, like the prices: the most that fits the width, whichever its sign. */
  largestQuantities: readonly Decimal[];
};

type Charged = Pick<PriceSegment, 'netPrice' | 'chargeable'>;

/**
 * What a run comes to at most, in digits before the point. All days from 2000 to 2100, each of a run of its own, then come to
 * less than the 26 digits that a row, a reply and the ledger have for a sum, whichever of their rows are summed.
 */
const mostDigits = 21;

/** Amounts of this size would not add up with those of other days. */
export class AmountTooLarge extends Error {
  /** Those that are too large by themselves; none where it is only their sum, or nobody has looked. */
  readonly runNos: ReadonlySet<bigint>;
  constructor(runNos: ReadonlySet<bigint> = new Set()) {
    super(
      `An amount, or the sum of all amounts of the run, would have more than ${mostDigits} digits before the point`,
    );
    this.name = 'AmountTooLarge';
    this.runNos = runNos;
  }
}

/**
 * Chooses the narrowest exact arithmetic for all prices at once: 128-bit division takes half the time of 256-bit. Each
 * price meets only what was used while it held. Throws AmountTooLarge.
 */
export function planArithmetic(
  segments: readonly Charged[],
  usage: readonly Pick<SegmentUsage, 'segment' | 'rows' | 'maxQuantity' | 'allQuantities'>[],
): Arithmetic {
  const netPrices = segments.map(chargedPrice);
  const netPriceScale = netPrices.reduce((scale, price) => Math.max(scale, shortestScale(price)), 0);
  const netPriceUnits = netPrices.map((price) => rescaleExactly(price, netPriceScale));
  const usageOf = new Map(usage.map((used) => [used.segment, used]));
  const largestQuantities = segments.map((_, index) => usageOf.get(index)?.maxQuantity ?? zero);
  const products = netPriceUnits.map(
    (units, index) => rescale(largestQuantities[index] ?? zero, 12).units * units + halfOf(netPriceScale),
  );
  if (isTooLarge(segments, usage)) throw new AmountTooLarge();
  // A price has to fit by itself too: quantities may all be 0.
  const widest = largestOf([...netPriceUnits, ...products]);
  const width = widest < 2n ** 127n ? 128 : 256;
  const arithmetic = { width, netPriceScale, netPriceUnits } as const;
  return { ...arithmetic, largestQuantities: oneForAll(arithmetic, largestQuantities) };
}

/** A row that is not charged comes to 0, and must not keep others from being rated by what it would have come to. */
function chargedPrice({ netPrice, chargeable }: Charged): Decimal {
  return chargeable ? netPrice : zero;
}

/** Whether all amounts together may have more digits than a run may come to. */
export function isTooLarge(
  segments: readonly Charged[],
  usage: readonly Pick<SegmentUsage, 'segment' | 'rows' | 'allQuantities'>[],
): boolean {
  // Not as many of the largest as there are rows: one that is mistyped would make too much of a large month, for good.
  const total = usage.reduce((all, { segment, rows, allQuantities }) => {
    const priced = segments[segment];
    const { units, scale } = priced ? chargedPrice(priced) : zero;
    // What is cut off here, and what each row is rounded up by, is less than one for each row and one for all.
    return all + (rescale(allQuantities, 12).units * units) / powerOfTen(scale) + rows + 1n;
  }, 0n);
  return total >= powerOfTen(mostDigits + 12);
}

/** One bound for all where it fits every price: the engine then compares with a constant. */
function oneForAll(
  { width, netPriceScale, netPriceUnits }: Omit<Arithmetic, 'largestQuantities'>,
  quantities: readonly Decimal[],
): readonly Decimal[] {
  const largest = quantities.toSorted((a, b) => compare(b, a))[0] ?? zero;
  const product = rescale(largest, 12).units * largestOf(netPriceUnits) + halfOf(netPriceScale);
  return product < 2n ** BigInt(width - 1) ? quantities.map(() => largest) : quantities;
}

function largestOf(values: readonly bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
}

/** What is added before a division by 10^scale so that it rounds half up. */
export function halfOf(scale: number): bigint {
  return scale === 0 ? 0n : 5n * powerOfTen(scale - 1);
}

function shortestScale(price: Decimal): number {
  if (isZero(price)) return 0;
  let { units, scale } = price;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return scale;
}

function rescaleExactly(price: Decimal, scale: number): bigint {
  return price.scale >= scale ? price.units / powerOfTen(price.scale - scale) : rescale(price, scale).units;
}
