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
// Enough for the eye; what does not divide is said to be rounded.
const places = 3;

/**
 * What is metered in GB-hours in GB-months of 720 hours, where the price is quoted per those: "= 30,195 GB-month", or
 * "≈ 9,368.407 GB-month" where it had to be rounded, half-up. Undefined for all else, where it would be rounded to
 * nothing, and where the amount says that the price was agreed for a month of another length.
 */
export function quotedQuantity(line: Priced): string | undefined {
  if (line.consumptionUnit !== 'GB-hour' || !/(^|\/)GB-month$/.test(line.priceUnit)) return undefined;
  const atQuote = multiply(multiply(line.consumption, line.listPrice), line.discount);
  const charged = multiply(line.amount, String(monthHours));
  const apart = magnitude(subtract(atQuote, charged));
  // The price of an hour has 12 places, and so has each row: together less than a millionth.
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
