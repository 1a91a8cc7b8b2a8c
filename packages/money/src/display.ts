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

/** "-$1,234.50": grouped, sign before symbol, rounded half-up to `places` for the eye only. Throws InvalidDecimal on bad text. */
export function formatMoney(amount: Exact, currency: DisplayCurrency, places = 2): string {
  const shown = roundHalfUp(amount, places);
  const sign = isNegative(shown) ? '-' : '';
  return sign + symbols[currency] + group(formatDecimal(isNegative(shown) ? negate(shown) : shown));
}

type Twins<Amounts> = Amounts & { readonly [K in keyof Amounts & string as `${K}Formatted`]: string };

/** Each amount beside its twin for display: `{ amount }` gives `amount` and `amountFormatted`. Throws InvalidDecimal. */
export function withFormatted<const Amounts extends Readonly<Record<string, string>>>(
  amounts: Amounts,
  currency: DisplayCurrency,
  places?: number,
): Twins<Amounts> {
  const pairs = Object.entries(amounts).flatMap(([name, amount]) => [
    [name, amount],
    [`${name}Formatted`, formatMoney(amount, currency, places)],
  ]);
  // What the loop does to the names is what Twins does to the types.
  return Object.fromEntries(pairs) as Twins<Amounts>;
}

/** "1234.5000" → "1,234.5": grouped, without the zeros that say nothing, never rounded. Throws InvalidDecimal on bad text. */
export function formatQuantity(text: string): string {
  return group(trim(formatDecimal(text)));
}

/**
 * A price multiplier as the percentage paid: "0.85" → "85%". Above 1 it is taken as a percentage already, and exactly 1,
 * the full price, shows as "-". A rule of display only: what is stored and computed with is always the multiplier.
 */
export function formatRate(discount: string): string {
  return isFullPrice(discount) ? '-' : `${trim(formatDecimal(percentOf(discount)))}%`;
}

/** The part that a price multiplier leaves to pay, in tenths as Chinese counts it: "0.92" → "9.2". Undefined above the full price. */
export function formatTenths(discount: string): string | undefined {
  if (compare(discount, fullPrice) > 0) return undefined;
  return trim(formatDecimal(multiply(discount, '10')));
}

/** What a price multiplier takes off, as the eye looks for it: "0.92" → "-8%". Undefined at the full price. */
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
