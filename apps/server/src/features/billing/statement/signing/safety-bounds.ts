import { compare, fromUnits, isNegative, isZero, multiply, sum } from '@usance/money/decimal';

/**
 * More SKU lines than any real month has: above it the metering is wrong.
 * @internal for its own test
 */
export const mostLines = 5_000;
/** A month that costs more than this many times the mean of the three before is reviewed first. */
const mostGrowth = 10n;

/**
 * Returns why a month needs a review before billing, or undefined. `trailing` has the amounts of the signed months
 * before. Growth is measured only against three months with an amount, so that a first or idle month does not make an
 * ordinary one look extreme.
 */
export function boundBroken(month: {
  amount: string;
  lineCount: number;
  trailing: readonly string[];
}): string | undefined {
  if (month.lineCount > mostLines)
    return `It has ${month.lineCount} lines, more than the ${mostLines} that need no review.`;
  const { trailing } = month;
  if (trailing.length < 3 || trailing.some((amount) => isNegative(amount) || isZero(amount))) return undefined;
  // amount > 10 × sum ÷ count, multiplied out to avoid rounding a mean.
  const scaledAmount = multiply(month.amount, fromUnits(BigInt(trailing.length), 0));
  const scaledBound = multiply(sum(trailing), fromUnits(mostGrowth, 0));
  if (compare(scaledAmount, scaledBound) <= 0) return undefined;
  return `Its amount is more than ${mostGrowth} times the mean of the ${trailing.length} months before.`;
}
