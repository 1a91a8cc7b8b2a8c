import {
  add,
  type Decimal,
  type Exact,
  fromUnits,
  isNegative,
  isZero,
  least,
  rescale,
  subtract,
  zero,
} from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { Instant } from '@usance/period/instant';
import type { Range } from '@usance/period/range';

/** The amount of the usage that begins in an hour; below 0 if corrections outweigh it. */
export interface ChargedHour {
  readonly hour: Instant;
  readonly amount: Exact;
}

/** The part of a voucher that can pay: its balance, for the usage hours in its window. */
export interface VoucherPortion {
  readonly id: string;
  readonly balance: Exact;
  readonly window: Range;
}

interface Asked {
  /** Each hour once, earliest first. */
  readonly hours: readonly ChargedHour[];
  /** In the order in which they pay. */
  readonly vouchers: readonly VoucherPortion[];
  /** The most that all of them may pay together. */
  readonly asked: Decimal;
}

/**
 * Returns how much each voucher pays of a month, by id, without those that pay nothing. A voucher pays at most its
 * balance and the net of the unpaid hours in its window, corrections included. It pays its earliest hours first, so
 * that the next voucher finds its own. Corrections are not paid and reduce what later vouchers find. An hour is in a
 * window if it begins in it. Windows of other vouchers do not affect the result.
 */
export function payHours({ hours, vouchers, asked }: Asked): ReadonlyMap<string, Decimal> {
  const unpaid = new UnpaidHours(hours);
  const paid = new Map<string, Decimal>();
  let left = isNegative(asked) ? zero : asked;
  for (const { id, balance, window } of vouchers) {
    if (isZero(left)) break;
    const amount = unpaid.pay(window, least(balance, left));
    if (isZero(amount)) continue;
    paid.set(id, amount);
    left = subtract(left, amount);
  }
  return paid;
}

/**
 * Returns the range whose vouchers can pay a month: to its end, from its first hour, which for late usage is before
 * the month.
 */
export function reachOf({ start, end }: Range, hours: readonly ChargedHour[]): Range {
  const first = hours[0]?.hour;
  return { start: first !== undefined && first < start ? first : start, end };
}

/**
 * Rounds the hours to whole cents so that they add up to the rounded month: each hour is the difference of rounded
 * running totals. Any stretch is within a cent of its exact sum.
 */
export function roundToCents(hours: readonly ChargedHour[]): ChargedHour[] {
  let [exact, shown] = [zero, roundHalfUp(zero, 2)];
  return hours.map(({ hour, amount }) => {
    exact = add(exact, amount);
    const before = shown;
    shown = roundHalfUp(exact, 2);
    return { hour, amount: subtract(shown, before) };
  });
}

/** Rated rows have 12 places. Integers make the sums fast for thousands of vouchers. */
const places = 12;

class UnpaidHours {
  readonly #starts: readonly Instant[];
  readonly #unpaid: bigint[];

  constructor(hours: readonly ChargedHour[]) {
    this.#starts = hours.map(({ hour }) => hour);
    this.#unpaid = hours.map(({ amount }) => rescale(amount, places).units);
  }

  /** Pays up to the net of a window and at most `most`; returns the amount. */
  pay({ start, end }: Range, most: Decimal): Decimal {
    const [from, to] = [this.#firstFrom(start), this.#firstFrom(end)];
    let net = 0n;
    for (let at = from; at < to; at += 1) net += this.#unpaid[at] ?? 0n;
    const { units } = rescale(most, places);
    const amount = net < 0n ? 0n : net < units ? net : units;
    let left = amount;
    for (let at = from; at < to && left > 0n; at += 1) {
      const charge = this.#unpaid[at] ?? 0n;
      if (charge <= 0n) continue;
      const taken = charge < left ? charge : left;
      this.#unpaid[at] = charge - taken;
      left -= taken;
    }
    return fromUnits(amount, places);
  }

  /** Returns the index of the first hour at or after an instant. */
  #firstFrom(instant: Instant): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? instant) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
