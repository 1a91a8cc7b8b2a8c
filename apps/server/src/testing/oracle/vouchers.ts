import { hourOf } from './calendar.ts';
import { greater, lesser, type Precise, rounded, total } from './exact.ts';
import { type Row, sumOf } from './rated.ts';

/** What pays the hours that begin in its window. */
export interface WindowedVoucher {
  readonly id: string;
  readonly days: number;
  balance: Precise;
  start: number;
  end: number;
}

/** What is unpaid of the usage that began in an hour. */
interface Hour {
  readonly from: number;
  open: Precise;
}

/**
 * What each voucher pays of a month, those that end first before the others: at most its balance and the net of what is still
 * unpaid in its window, and all of them at most what the month comes to. Each pays the charges of its earliest hours; a
 * correction stays where it is.
 */
export function payByVouchers(
  given: readonly Hour[],
  vouchers: readonly WindowedVoucher[],
  month: { readonly end: number },
): { id: string; amount: Precise }[] {
  const hours = given.map((hour) => ({ ...hour }));
  let left = greater(total(hours.map(({ open }) => open)), 0n);
  // One that ended before the month began still pays its own hours that come late.
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

/** The hours in which a month's usage began, exactly. */
export function hoursOf(rows: readonly Row[]): Hour[] {
  const byHour = [...Map.groupBy(rows, ({ usage }) => hourOf(usage.start))].sort(([a], [b]) => a - b);
  return byHour.map(([from, within]) => ({ from, open: sumOf(within) }));
}

/** Each hour as what it adds to the coins that the month has come to. */
export function inCoins(hours: readonly Hour[]): Hour[] {
  let reached = 0n;
  return hours.map(({ from, open }) => {
    const before = rounded(reached, 2);
    reached += open;
    return { from, open: rounded(reached, 2) - before };
  });
}
