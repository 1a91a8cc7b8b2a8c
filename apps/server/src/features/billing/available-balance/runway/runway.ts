import { add, compare, type Decimal, type Exact, isNegative, least, subtract, zero } from '@usance/money/decimal';

/** A voucher of the balance. Its rest is lost on a day, counted from today. */
export interface EndingVoucher {
  readonly balance: Exact;
  readonly endsIn: number;
}

interface Money {
  readonly available: Exact;
  /** Usage that the next statements bill; vouchers pay it, too. */
  readonly unbilled: Exact;
  /** In the order of their ends. */
  readonly vouchers: readonly EndingVoucher[];
}

/** A longer forecast says nothing. */
export const longestRunwayDays = 366;

/**
 * Returns the days that money covers, where 0 means that it ends today; undefined if it lasts for a year. The first cost
 * is that of today.
 */
export function daysCovered(money: Money, costs: Iterator<Decimal, undefined>): number | undefined {
  let used = zero;
  let left = money.vouchers;
  let paid = zero;
  let lost = zero;
  for (let day = 0; day <= longestRunwayDays; day += 1) {
    used = add(used, costs.next().value ?? zero);
    const usage = add(money.unbilled, used);
    for (const { balance } of left.filter(({ endsIn }) => endsIn <= day)) {
      const pays = least(balance, atLeastZero(subtract(usage, paid)));
      paid = add(paid, pays);
      lost = add(lost, subtract(balance, pays));
    }
    left = left.filter(({ endsIn }) => endsIn > day);
    if (compare(add(used, lost), money.available) > 0) return day;
  }
  return undefined;
}

const atLeastZero = (amount: Decimal): Decimal => (isNegative(amount) ? zero : amount);
