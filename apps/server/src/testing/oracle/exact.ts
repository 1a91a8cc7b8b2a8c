/**
 * Exact numbers of the oracle: integers of 10^-48. The oracle has its own arithmetic, so that it cannot share a mistake
 * with the product.
 */
export type Precise = bigint;

const places = 48;
const one = 10n ** BigInt(places);

export function exact(text: string): Precise {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > places) throw new RangeError(`No exact number: ${text}`);
  const magnitude = BigInt(whole) * one + BigInt(fraction.padEnd(places, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** Throws if the product has more than 48 places. */
export function times(a: Precise, b: Precise): Precise {
  const product = a * b;
  if (product % one !== 0n) throw new RangeError('A product has too many places');
  return product / one;
}

/** Rounds half away from zero. */
export function rounded(value: Precise, to: number): Precise {
  const unit = 10n ** BigInt(places - to);
  const magnitude = ((abs(value) + unit / 2n) / unit) * unit;
  return value < 0n ? -magnitude : magnitude;
}

/** Returns how often a positive number fits into another, cut at a place. */
export function fits(value: Precise, into: Precise, place: number): Precise {
  const unit = 10n ** BigInt(places - place);
  return ((into * one) / value / unit) * unit;
}

/** Formats a number like the product, rounded half up to the given places. */
export function told(value: Precise, to: number): string {
  const units = abs(rounded(value, to)) / 10n ** BigInt(places - to);
  const digits = String(units).padStart(to + 1, '0');
  return `${value < 0n && units > 0n ? '-' : ''}${digits.slice(0, -to)}.${digits.slice(-to)}`;
}

export const abs = (value: Precise): Precise => (value < 0n ? -value : value);
export const lesser = (a: Precise, b: Precise): Precise => (a < b ? a : b);
export const greater = (a: Precise, b: Precise): Precise => (a > b ? a : b);
export const total = (values: Iterable<Precise>): Precise => {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
};
