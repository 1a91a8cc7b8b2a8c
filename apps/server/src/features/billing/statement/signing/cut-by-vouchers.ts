import { add, type Decimal, formatDecimal, zero } from '@usance/money/decimal';
import { ceilToHour, type Instant, plusHours } from '@usance/period/instant';
import { intersect, type Range } from '@usance/period/range';
import type { HourAmount } from '../../purchase/month-lines.ts';
import { cutsOf, type VoucherPortion } from '../../settlement/plan-settlement.ts';

/** A month as planSettlement takes it: the vouchers that have hours in it, and what it comes to between their cuts. */
interface CutMonth<Voucher> {
  readonly vouchers: readonly Voucher[];
  readonly parts: readonly string[];
}

/**
 * Cuts a month where its vouchers begin and end. An hour is in a window when it begins in it, and a window is told by the
 * hours that the month has in it, so that there are never more cuts than hours, however many vouchers there are.
 */
export function cutByVouchers<Voucher extends VoucherPortion>(
  vouchers: readonly Voucher[],
  hours: readonly HourAmount[],
): CutMonth<Voucher> {
  const starts = hours.map(({ hour }) => hour).toSorted((a, b) => a - b);
  const within = vouchers.flatMap((voucher) => {
    const window = inHours(voucher.window, starts);
    return window === undefined ? [] : [{ ...voucher, window }];
  });
  const cuts = cutsOf(within);
  const parts: Decimal[] = Array.from({ length: cuts.length + 1 }, () => zero);
  for (const { hour, amount } of hours) {
    const part = countUpTo(cuts, hour);
    parts[part] = add(parts[part] ?? zero, amount);
  }
  return { vouchers: within, parts: parts.map((part) => formatDecimal(part, 12)) };
}

/** Of a window what the hours, in order, fill of it; undefined where none begins in it. */
function inHours(window: Range, starts: readonly Instant[]): Range | undefined {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const whole = { start: ceilToHour(window.start), end: ceilToHour(window.end) };
  return intersect(whole, { start: first, end: plusHours(last, 1) });
}

/** How many of some instants, in order, are at or before another. */
function countUpTo(sorted: readonly Instant[], at: Instant): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
