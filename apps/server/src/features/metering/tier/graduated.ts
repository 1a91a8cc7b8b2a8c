import { type Decimal, formatDecimal, fromUnits, powerOfTen, rescale } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';

/** A rate and the amount of a month from which on it holds, up to where the next one begins. */
export interface Tier {
  readonly from: Decimal;
  /** A multiplier of what the item prices come to, 0 < rate ≤ 1. */
  readonly rate: Decimal;
}

/** Tiers by which usage is charged that begins from an instant to another, exclusive; null while nothing ended them. */
export interface TierVersion {
  readonly from: Instant;
  readonly to: Instant | null;
  /** The private offer that brought them. */
  readonly offerId?: string;
  readonly tiers: readonly Tier[];
}

/** A stretch of a usage at one tier. */
export interface Slice {
  /** Its position among the tiers. */
  readonly tier: number;
  /** With 12 places; those of all slices add up to the quantity of the usage. */
  readonly quantity: Decimal;
  readonly amount: Decimal;
}

interface Used {
  /** With 12 places at most, below 0 for a correction. */
  readonly quantity: Decimal;
  /** What one unit costs after item prices. */
  readonly price: Decimal;
  /** What the month has come to before, at item prices: the exact sum of quantity × price of all that is charged. */
  readonly before: Decimal;
}

/**
 * A usage cut where the month's amount passes from one tier into another, in the order in which it passes them: a correction
 * goes back through them and takes away at each rate what was charged at it. What is cut is the quantity, at its 12th place,
 * and the unit of that place which reaches across a bound belongs to the tier above it. Each slice is then a rated row like
 * any other: quantity × price × rate, rounded once, half away from zero, to 12 places. The usage database does it for all
 * rows of a day at once, and is held against this.
 *
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

/** What is used before a bound that lies `rest` away; where nothing is charged, all of it or nothing. */
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

/** The tier that an amount lies in; below 0 it is the first. */
function tierAt(amount: bigint, scale: number, tiers: readonly Tier[]): number {
  return tiers.slice(1).filter(({ from }) => rescale(from, scale).units <= amount).length;
}

function sliceOf(tier: number, units: bigint, { price, tiers }: { price: Decimal; tiers: readonly Tier[] }): Slice {
  const rate = tiers[tier]?.rate ?? fromUnits(1n, 0);
  const scale = price.scale + rate.scale;
  const product = units * price.units * rate.units;
  return { tier, quantity: fromUnits(units, 12), amount: fromUnits(roundedTo12(product, scale), 12) };
}

/** From 12 + `scale` places to 12, half away from zero. */
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
    if (!isInOrder) throw new RangeError(`A tier begins at ${formatDecimal(from)}, out of order`);
    if (rate.units <= 0n || isAbove(rate, fromUnits(1n, 0)))
      throw new RangeError(`A tier's rate is a multiplier above 0 and up to 1, and ${formatDecimal(rate)} is not`);
  });
  if (tiers.length === 0) throw new RangeError('Tiers are at least one');
}

function isAbove(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return rescale(one, scale).units > rescale(other, scale).units;
}
