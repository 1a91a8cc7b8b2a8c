import { type DisplayCurrency, symbols } from './currency.ts';
import {
  compare,
  type Exact,
  formatDecimal,
  fromUnits,
  isNegative,
  multiply,
  negate,
  parseDecimal,
  subtract,
} from './decimal.ts';
import { roundHalfUp } from './rounding.ts';

/**
 * "-$1,234.50": grouped, with the sign before the symbol, rounded half up to `places` for display. Throws
 * InvalidDecimal.
 */
export function formatMoney(amount: Exact, currency: DisplayCurrency, places = 2): string {
  const shown = roundHalfUp(amount, places);
  const sign = isNegative(shown) ? '-' : '';
  return sign + symbols[currency] + group(formatDecimal(isNegative(shown) ? negate(shown) : shown));
}

type Twins<Amounts> = Amounts & { readonly [K in keyof Amounts & string as `${K}Formatted`]: string };

/** Adds a twin for display to each amount: `{ amount }` gives `amount` and `amountFormatted`. Throws InvalidDecimal. */
export function withFormatted<const Amounts extends Readonly<Record<string, string>>>(
  amounts: Amounts,
  currency: DisplayCurrency,
  places?: number,
): Twins<Amounts> {
  const pairs = Object.entries(amounts).flatMap(([name, amount]) => [
    [name, amount],
    [`${name}Formatted`, formatMoney(amount, currency, places)],
  ]);
  // The type Twins renames the same way as the loop.
  return Object.fromEntries(pairs) as Twins<Amounts>;
}

/** "1234.5000" → "1,234.5": grouped, without trailing zeros, never rounded. Throws InvalidDecimal. */
export function formatQuantity(text: string): string {
  return group(trim(formatDecimal(text)));
}

/**
 * Formats a price multiplier as the percentage to pay: "0.85" → "85%". A value above 1 is taken as a percentage, and
 * exactly 1 (the full price) is "-". These are rules of display; storage and arithmetic always use the multiplier.
 */
export function formatRate(discount: string): string {
  return isFullPrice(discount) ? '-' : `${trim(formatDecimal(percentOf(discount)))}%`;
}

/** Formats the share to pay in tenths, as Chinese does: "0.92" → "9.2". Undefined above the full price. */
export function formatTenths(discount: string): string | undefined {
  if (compare(discount, fullPrice) > 0) return undefined;
  return trim(formatDecimal(multiply(discount, '10')));
}

/** Formats the reduction of a price multiplier: "0.92" → "-8%". Undefined at the full price. */
export function formatReduction(discount: string): string | undefined {
  if (isFullPrice(discount)) return undefined;
  const change = subtract(percentOf(discount), hundred);
  return `${isNegative(change) ? '' : '+'}${trim(formatDecimal(change))}%`;
}

const isFullPrice = (discount: string) => compare(discount, fullPrice) === 0;
const percentOf = (discount: string) =>
  compare(discount, fullPrice) > 0 ? parseDecimal(discount) : multiply(discount, hundred);
const fullPrice = fromUnits(1n, 0);
const hundred = fromUnits(100n, 0);

function group(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function trim(plain: string): string {
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}
