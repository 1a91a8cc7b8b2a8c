import { type Decimal, formatDecimal, fromUnits, powerOfTen, rescale } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';

/** A rate and the month's amount from which it applies, up to the start of the next tier. */
export interface Tier {
  readonly from: Decimal;
  /** A multiplier of the amount at item prices, 0 < rate ≤ 1. */
  readonly rate: Decimal;
}

/** Tiers for usage that begins from `from` to `to`, exclusive; null if there is no end. */
export interface TierVersion {
  readonly from: Instant;
  readonly to: Instant | null;
  /** The private offer that set them. */
  readonly offerId?: string;
  readonly tiers: readonly Tier[];
}

/** The part of a usage record in one tier. */
export interface Slice {
  /** The index of the tier. */
  readonly tier: number;
  /** With 12 places. The quantities of all slices add up to the record's quantity. */
  readonly quantity: Decimal;
  readonly amount: Decimal;
}

interface Used {
  /** With at most 12 places; negative for a correction. */
  readonly quantity: Decimal;
  /** The price of one unit, after item prices. */
  readonly price: Decimal;
  /** The month's amount before the record at item prices: the exact sum of quantity × price of all charged usage. */
  readonly before: Decimal;
}

/**
 * Cuts a usage record where the month's amount passes into another tier, in the order of passing. A correction goes
 * back through the tiers, at the rates that were charged.
 * The quantity is cut at its 12th place; the unit that crosses a bound belongs to the tier above. Each slice is rated
 * like a row: quantity × price × rate, rounded once to 12 places, half away from zero.
 * The usage database does this for all rows of a day at once; tests compare it with this function.
 * @public
 */
export function slicesOf({ quantity, price, before }: Used, tiers: readonly Tier[]): Slice[] {
  const scale = Math.max(12 + price.scale, before.scale, ...tiers.map(({ from }) => from.scale));
  const [units, each, passed] = [
    rescale(quantity, 12).units,
    rescale(price, scale - 12).units,
    rescale(before, scale).units,
  ];
  const [low, high] = units < 0n ? [units, 0n] : [0n, units];
  const bounds = tiers.slice(1).map(({ from }) => within(cut(rescale(from, scale).units - passed, each), low, high));
  const starts = [low, ...bounds];
  const pieces = starts.map((start, tier) => ({ tier, units: (starts[tier + 1] ?? high) - start }));
  const used = pieces.filter((piece) => piece.units !== 0n);
  const [first] = used;
  const sign = units < 0n ? -1n : 1n;
  const ordered = sign < 0n ? used.toReversed() : used;
  if (first === undefined) return [sliceOf(tierAt(passed, scale, tiers), 0n, { price, tiers })];
  return ordered.map((piece) => sliceOf(piece.tier, sign * piece.units, { price, tiers }));
}

/** Returns the quantity before a bound that is `rest` away; all or nothing if the usage is free. */
function cut(rest: bigint, each: bigint): bigint {
  if (each > 0n) return floorDivided(rest, each);
  return rest > 0n ? widest : -widest;
}

/** More than any quantity. */
const widest = powerOfTen(76);

function within(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}

function floorDivided(value: bigint, by: bigint): bigint {
  return value >= 0n ? value / by : -((-value + by - 1n) / by);
}

/** The tier of an amount; a negative amount is in the first tier. */
function tierAt(amount: bigint, scale: number, tiers: readonly Tier[]): number {
  return tiers.slice(1).filter(({ from }) => rescale(from, scale).units <= amount).length;
}

function sliceOf(tier: number, units: bigint, { price, tiers }: { price: Decimal; tiers: readonly Tier[] }): Slice {
  const rate = tiers[tier]?.rate ?? fromUnits(1n, 0);
  const scale = price.scale + rate.scale;
  const product = units * price.units * rate.units;
  return { tier, quantity: fromUnits(units, 12), amount: fromUnits(roundedTo12(product, scale), 12) };
}

/** Rounds from 12 + `scale` places to 12, half away from zero. */
function roundedTo12(units: bigint, scale: number): bigint {
  if (scale === 0) return units;
  const half = 5n * powerOfTen(scale - 1);
  return (units < 0n ? units - half : units + half) / powerOfTen(scale);
}

/** Throws RangeError for tiers that are not in order from 0, or a rate outside (0, 1]. */
export function assertTiers(tiers: readonly Tier[]): void {
  tiers.forEach(({ from, rate }, at) => {
    const before = tiers[at - 1]?.from;
    const isInOrder = before === undefined ? from.units === 0n : isAbove(from, before);
    if (!isInOrder) throw new RangeError(`The tier from ${formatDecimal(from)} is out of order`);
    if (rate.units <= 0n || isAbove(rate, fromUnits(1n, 0)))
      throw new RangeError(`A tier's rate is a multiplier above 0 and up to 1, and ${formatDecimal(rate)} is not`);
  });
  if (tiers.length === 0) throw new RangeError('There must be at least one tier');
}

function isAbove(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return rescale(one, scale).units > rescale(other, scale).units;
}
