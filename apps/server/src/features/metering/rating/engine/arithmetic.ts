import { compare, type Decimal, isZero, powerOfTen, rescale, zero } from '@usance/money/decimal';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import type { SegmentUsage } from './usage-window.ts';

/** The integer arithmetic of a run: net prices as integers of one scale, at a width that cannot overflow. */
export type Arithmetic = {
  width: 128 | 256;
  netPriceScale: number;
  netPriceUnits: readonly bigint[];
  /** The largest absolute quantity that fits the width, by segment. */
  largestQuantities: readonly Decimal[];
};

type Charged = Pick<PriceSegment, 'netPrice' | 'chargeable'>;

/**
 * The most digits of a run's total before the point. Even one run for each day from 2000 to 2100 then adds up to less
 * than the 26 digits of a stored sum.
 */
const mostDigits = 21;

/** The amounts of a run are too large to be summed with those of other days. */
export class AmountTooLarge extends Error {
  /** The runs that are too large by themselves; empty if only their sum is, or if it was not examined. */
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
 * Chooses the narrowest exact arithmetic for all prices: a 128-bit division takes half the time of a 256-bit one. The
 * width depends on the largest quantity at each price. Throws AmountTooLarge.
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
  // The price alone must fit, too: all quantities may be 0.
  const widest = largestOf([...netPriceUnits, ...products]);
  const width = widest < 2n ** 127n ? 128 : 256;
  const arithmetic = { width, netPriceScale, netPriceUnits } as const;
  return { ...arithmetic, largestQuantities: oneForAll(arithmetic, largestQuantities) };
}

/** A row that is not charged costs 0, so its price must not make a run too large. */
function chargedPrice({ netPrice, chargeable }: Charged): Decimal {
  return chargeable ? netPrice : zero;
}

/** True if all amounts together may have more digits than a run may have. */
export function isTooLarge(
  segments: readonly Charged[],
  usage: readonly Pick<SegmentUsage, 'segment' | 'rows' | 'allQuantities'>[],
): boolean {
  // Uses the sum of quantities, not rows × largest quantity: one mistyped row would make a large month unratable for
  // good.
  const total = usage.reduce((all, { segment, rows, allQuantities }) => {
    const priced = segments[segment];
    const { units, scale } = priced ? chargedPrice(priced) : zero;
    // The digits cut off here and the rounding of each row add less than one for each row, plus one.
    return all + (rescale(allQuantities, 12).units * units) / powerOfTen(scale) + rows + 1n;
  }, 0n);
  return total >= powerOfTen(mostDigits + 12);
}

/** Uses a single bound if it fits every price: the engine then compares with a constant. */
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

/** Returns the number to add before dividing by 10^scale, so that the result is rounded half up. */
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
