import { hourOf } from './calendar.ts';
import { greater, lesser, type Precise, rounded, total } from './exact.ts';
import { type Row, sumOf } from './rated.ts';

/** A voucher, which pays usage that starts in its window. */
export interface WindowedVoucher {
  readonly id: string;
  readonly days: number;
  balance: Precise;
  start: number;
  end: number;
}

/** The unpaid amount of usage that started in an hour. */
interface Hour {
  readonly from: number;
  open: Precise;
}

/**
 * Returns the payment of each voucher for a month, the one that ends first before the others. A voucher pays at most
 * its balance and the unpaid net amount in its window, and all together pay at most the month's amount. Each pays the
 * charges of its earliest hours; corrections stay in their hours.
 */
export function payByVouchers(
  given: readonly Hour[],
  vouchers: readonly WindowedVoucher[],
  month: { readonly end: number },
): { id: string; amount: Precise }[] {
  const hours = given.map((hour) => ({ ...hour }));
  let left = greater(total(hours.map(({ open }) => open)), 0n);
  // A voucher that ended before the month began still pays late usage of its own hours.
  const reaching = vouchers.filter(({ start }) => start < month.end);
  const inOrder = reaching.toSorted((a, b) => a.end - b.end || a.start - b.start || Number(a.id) - Number(b.id));
  return inOrder.flatMap((voucher) => {
    const own = hours.filter(({ from }) => voucher.start <= from && from < voucher.end);
    const net = greater(total(own.map(({ open }) => open)), 0n);
    const amount = lesser(lesser(net, voucher.balance), left);
    if (amount === 0n) return [];
    left -= amount;
    let rest = amount;
    for (const hour of own) {
      const taken = lesser(greater(hour.open, 0n), rest);
      hour.open -= taken;
      rest -= taken;
    }
    return [{ id: voucher.id, amount }];
  });
}

/** The exact amounts of a month by the hour in which its usage started. */
export function hoursOf(rows: readonly Row[]): Hour[] {
  const byHour = [...Map.groupBy(rows, ({ usage }) => hourOf(usage.start))].sort(([a], [b]) => a - b);
  return byHour.map(([from, within]) => ({ from, open: sumOf(within) }));
}

/** Each hour with the whole cents that it adds to the month's rounded amount. */
export function wholeCents(hours: readonly Hour[]): Hour[] {
  let reached = 0n;
  return hours.map(({ from, open }) => {
    const before = rounded(reached, 2);
    reached += open;
    return { from, open: rounded(reached, 2) - before };
  });
}
