declare const checked: unique symbol;

/** An exact decimal: units ÷ 10^scale. Equal values may differ in scale, so compare with `compare`, never with ===. */
export type Decimal = { readonly units: bigint; readonly scale: number; readonly [checked]: true };

/** An argument of all functions here: a decimal, or its text from a row or a reply, which is parsed strictly. */
export type Exact = Decimal | string;

/** Limits of a text: `maxScale` places after the point, `maxDigits` digits in all, as written. */
export type DecimalLimits = { readonly maxScale?: number; readonly maxDigits?: number };

/** The fault of a text. The message is suitable for people and repeats at most the start of the text.  @public */
export class InvalidDecimal extends Error {
  readonly problem: DecimalProblem;

  constructor(text: string, problem: DecimalProblem) {
    super(`${JSON.stringify(text.slice(0, 40))} ${explanations[problem]}`);
    this.name = 'InvalidDecimal';
    this.problem = problem;
  }
}

type DecimalProblem = 'syntax' | 'too-many-places' | 'too-many-digits';

const explanations: Readonly<Record<DecimalProblem, string>> = {
  syntax: 'is not a plain decimal',
  'too-many-places': 'has too many places after the point',
  'too-many-digits': 'has too many digits',
};

// The widest decimal of our databases. A default bound, because parsing digits takes more than linear time.
const widestDigits = 76;

const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Parses a plain decimal ("-12.30") and keeps its places. Throws InvalidDecimal for anything else: exponents, "+1",
 * "1,000", "-0", spaces.
 */
export function parseDecimal(text: string, limits: DecimalLimits = {}): Decimal {
  const outcome = read(text, limits);
  if (typeof outcome === 'string') throw new InvalidDecimal(text, outcome);
  return outcome;
}

/** Formats with the decimal's own places, or with exactly `places`. Throws RangeError instead of rounding. */
export function formatDecimal(value: Exact, places?: number): string {
  const decimal = decimalOf(value);
  const scale = places ?? decimal.scale;
  const { units } = rescale(decimal, scale);
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Returns `units` × 10^-scale: fromUnits(1230n, 2) is 12.30. */
export function fromUnits(units: bigint, scale: number): Decimal {
  if (!Number.isSafeInteger(scale) || scale < 0)
    throw new RangeError(`A scale must be a whole number of places, not ${scale}`);
  return brand({ units, scale });
}

export const zero: Decimal = fromUnits(0n, 0);

/** Exact; the result has the longer scale of the two. */
export function add(left: Exact, right: Exact): Decimal {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  const scale = Math.max(one.scale, other.scale);
  return fromUnits(unitsAt(one, scale) + unitsAt(other, scale), scale);
}

/** Exact; the result has the longer scale of the two. */
export function subtract(left: Exact, right: Exact): Decimal {
  return add(left, negate(right));
}

/** Exact; the scales add up, so that a product of several factors is rounded only once. */
export function multiply(left: Exact, right: Exact): Decimal {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  return fromUnits(one.units * other.units, one.scale + other.scale);
}

export function negate(value: Exact): Decimal {
  const decimal = decimalOf(value);
  return fromUnits(-decimal.units, decimal.scale);
}

/** Compares by value, whatever the scales: 1.5 and 1.50 compare as 0. */
export function compare(left: Exact, right: Exact): -1 | 0 | 1 {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  const scale = Math.max(one.scale, other.scale);
  const leftUnits = unitsAt(one, scale);
  const rightUnits = unitsAt(other, scale);
  if (leftUnits === rightUnits) return 0;
  return leftUnits < rightUnits ? -1 : 1;
}

export function isZero(value: Exact): boolean {
  return decimalOf(value).units === 0n;
}

export function isNegative(value: Exact): boolean {
  return decimalOf(value).units < 0n;
}

export function least(left: Exact, right: Exact): Decimal {
  return compare(left, right) <= 0 ? decimalOf(left) : decimalOf(right);
}

/** Exact; an empty sum is 0. */
export function sum(values: readonly Exact[]): Decimal {
  let total = zero;
  for (const value of values) total = add(total, value);
  return total;
}

/**
 * Returns the same value with exactly `scale` places. Throws RangeError if a digit would be lost; use a rounding
 * function then.
 */
export function rescale(value: Exact, scale: number): Decimal {
  const decimal = decimalOf(value);
  if (scale >= decimal.scale) return fromUnits(unitsAt(decimal, scale), scale);
  const divisor = powerOfTen(decimal.scale - scale);
  if (decimal.units % divisor !== 0n)
    throw new RangeError(`A decimal of ${decimal.scale} places does not fit in ${scale}`);
  return fromUnits(decimal.units / divisor, scale);
}

/** 10^exponent, the number of units of the finer scale in one of the coarser. */
export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Parses a text strictly, or returns the decimal itself. */
export function decimalOf(value: Exact): Decimal {
  return typeof value === 'string' ? parseDecimal(value) : value;
}

function read(
  text: string,
  { maxScale = widestDigits, maxDigits = widestDigits }: DecimalLimits,
): Decimal | DecimalProblem {
  const match = plainDecimal.exec(text);
  if (match === null) return 'syntax';
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > maxScale) return 'too-many-places';
  if (whole.length + fraction.length > maxDigits) return 'too-many-digits';
  const units = BigInt(whole + fraction);
  if (sign === '') return fromUnits(units, fraction.length);
  return units === 0n ? 'syntax' : fromUnits(-units, fraction.length);
}

function unitsAt(decimal: Decimal, scale: number): bigint {
  return scale === decimal.scale ? decimal.units : decimal.units * powerOfTen(scale - decimal.scale);
}

// The only cast: the brand exists for the compiler alone and keeps unchecked {units, scale} literals out.
function brand(value: { units: bigint; scale: number }): Decimal {
  return value as Decimal;
}
