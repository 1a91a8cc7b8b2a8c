import { compare, fromUnits, isNegative, isZero, multiply, sum } from '@usance/money/decimal';

/**
 * More SKU lines than any real month has; one that goes beyond was metered wrong.
 *
 * @internal for its own test
 */
export const mostLines = 5_000;
/** A month more than this many times as dear as the mean of the three before is looked at by people first. */
const mostGrowth = 10n;

/**
 * Why a month should not be billed before people have looked at it, or undefined. `trailing` holds the amounts of the
 * months before, as far as they were signed; growth is measured only against three that all cost something, so that
 * neither a first part of a month nor an idle one makes an ordinary month look wild.
 */
export function boundBroken(month: {
  amount: string;
  lineCount: number;
  trailing: readonly string[];
}): string | undefined {
  if (month.lineCount > mostLines)
    return `It has ${month.lineCount} lines; ${mostLines} are the most that pass unseen.`;
  const { trailing } = month;
  if (trailing.length < 3 || trailing.some((amount) => isNegative(amount) || isZero(amount))) return undefined;
  // amount > 10 × sum ÷ count, multiplied out: a mean would have to be rounded.
  const scaledAmount = multiply(month.amount, fromUnits(BigInt(trailing.length), 0));
  const scaledBound = multiply(sum(trailing), fromUnits(mostGrowth, 0));
  if (compare(scaledAmount, scaledBound) <= 0) return undefined;
  return `Its amount is more than ${mostGrowth} times the mean of the ${trailing.length} months before.`;
}
