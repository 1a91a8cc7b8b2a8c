import {
  compare,
  type Decimal,
  formatDecimal,
  fromUnits,
  isNegative,
  isZero,
  multiply,
  negate,
  parseDecimal,
  powerOfTen,
  subtract,
} from '@usance/money/decimal';
import { formatQuantity } from '@usance/money/display';
import type { MonthLine } from '../../purchase/month-lines.ts';

type Priced = Pick<MonthLine, 'consumption' | 'consumptionUnit' | 'listPrice' | 'priceUnit' | 'discount' | 'amount'>;

const monthHours = 720n;
// Enough to read; a value that does not divide is marked as rounded.
const places = 3;

/**
 * Converts GB-hours to GB-months of 720 hours if the price is quoted in those: "= 30,195 GB-month", or "≈ 9,368.407
 * GB-month" if rounded half-up. Returns undefined otherwise, if it would round to 0, or if the amount shows another
 * length of the month.
 */
export function quotedQuantity(line: Priced): string | undefined {
  if (line.consumptionUnit !== 'GB-hour' || !/(^|\/)GB-month$/.test(line.priceUnit)) return undefined;
  const atQuote = multiply(multiply(line.consumption, line.listPrice), line.discount);
  const charged = multiply(line.amount, String(monthHours));
  const apart = magnitude(subtract(atQuote, charged));
  // Hourly prices and rows have 12 places, so the rounding error is below a millionth.
  if (compare(multiply(apart, '1000000'), magnitude(charged)) > 0) return undefined;
  const months = inMonths(parseDecimal(line.consumption));
  if (isZero(months) && !isZero(line.consumption)) return undefined;
  const isExact = compare(multiply(months, String(monthHours)), line.consumption) === 0;
  return `${isExact ? '=' : '≈'} ${formatQuantity(formatDecimal(months))} GB-month`;
}

const magnitude = (value: Decimal) => (isNegative(value) ? negate(value) : value);

function inMonths(hours: Decimal): Decimal {
  const { units, scale } = magnitude(hours);
  const divisor = monthHours * powerOfTen(scale);
  const rounded = fromUnits((2n * units * powerOfTen(places) + divisor) / (2n * divisor), places);
  return isNegative(hours) ? negate(rounded) : rounded;
}
