import { add, type Decimal, formatDecimal, isNegative, isZero, subtract, sum, zero } from '@usance/money/decimal';
import { type Instant, instantOf } from '@usance/period/instant';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { type OpenMonth, openMonths } from '../../../metering/billing-day/open-months.ts';
import { payingVouchers, type VoucherEnd } from '../../../money/voucher/voucher.queries.ts';
import { payHours, type VoucherPortion } from '../../settlement/pay-hours.ts';

/** By when vouchers have ended, what they will still pay: above 0, and exact. */
export type StillPaid = ReadonlyMap<Instant, Decimal>;

/** What vouchers that have ended will pay of months that are not signed, by the plan that signing has. */
export async function stillPaid(tx: Tx, contractId: string, now: Date): Promise<StillPaid> {
  const months = await openMonths(tx, contractId);
  const [first] = months;
  if (!first) return new Map();
  const reaching = await payingVouchers(tx, contractId, { start: first.range.start, end: instantOf(now) });
  return planStillPaid(
    months,
    reaching.filter(({ window }) => window.end <= now.getTime()),
  );
}

/**
 * Months are signed one after the other, and a voucher has for each what it left of those before. Vouchers that have not
 * ended pay after those that have, and so change nothing of this. Amounts stay exact: a balance is not in whole cents.
 */
function planStillPaid(months: readonly OpenMonth[], vouchers: readonly VoucherPortion[]): Map<Instant, Decimal> {
  const byEnd = new Map<Instant, Decimal>();
  let left = vouchers;
  for (const { range, hours } of months) {
    const reaching = left.filter(({ window }) => window.end > range.start && window.start < range.end);
    const asked = sum(hours.map(({ amount }) => amount));
    const paid = payHours({ hours, vouchers: reaching, asked });
    for (const { id, window } of reaching) {
      const amount = paid.get(id);
      if (amount) byEnd.set(window.end, add(byEnd.get(window.end) ?? zero, amount));
    }
    left = left.map((voucher) => ({ ...voucher, balance: subtract(voucher.balance, paid.get(voucher.id) ?? zero) }));
  }
  return byEnd;
}

/** What ends of vouchers have taken off a balance: what was left of them and will pay nothing. */
export function lostAtEnds(ended: readonly VoucherEnd[], paid: StillPaid): VoucherEnd[] {
  return ended.flatMap(({ at, amount }) => {
    const lost = subtract(amount, paid.get(at) ?? zero);
    return isZero(lost) || isNegative(lost) ? [] : [{ at, amount: formatDecimal(lost) }];
  });
}
