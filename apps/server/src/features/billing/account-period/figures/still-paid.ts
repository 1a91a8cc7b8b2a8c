import {
  add,
  type Decimal,
  decimalOf,
  formatDecimal,
  isNegative,
  isZero,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import { type Instant, instantOf, instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { Tx } from '#platform/postgres/database.ts';
import { openMonths } from '../../../metering/billing-day/open-months.ts';
import { payingVouchers, type VoucherEnd } from '../../../money/voucher/voucher.queries.ts';
import { type ChargedHour, inCents, payHours, reachOf, type VoucherPortion } from '../../settlement/pay-hours.ts';

/** The amounts above 0 that ended vouchers will still pay, by the instant of their end. */
type ByEnd = ReadonlyMap<Instant, Decimal>;

/** The amounts that ended vouchers will still pay for unsigned months. */
export interface StillPaid {
  /** Exact amounts of usage, for the balance, which is not in whole cents. */
  readonly exact: ByEnd;
  /** The amounts that signing will book, in whole cents. */
  readonly inCoins: ByEnd;
}

export const nothingStillPaid: StillPaid = { exact: new Map(), inCoins: new Map() };

export async function stillPaid(tx: Tx, contractId: string, now: Date): Promise<StillPaid> {
  const months = await openMonths(tx, contractId);
  if (months.length === 0) return nothingStillPaid;
  const start = instantOfEpochMs(Math.min(...months.map(({ range, hours }) => reachOf(range, hours).start)));
  const reaching = await payingVouchers(tx, contractId, { start, end: instantOf(now) });
  const ended = reaching.filter(({ window }) => window.end <= now.getTime());
  const exactly = months.map(({ range, hours }) => ({ range, hours, asked: sum(hours.map(({ amount }) => amount)) }));
  const asSigned = months.map(({ range, hours, amount }) => ({
    range,
    hours: inCents(hours),
    asked: decimalOf(amount),
  }));
  return { exact: planStillPaid(exactly, ended), inCoins: planStillPaid(asSigned, ended) };
}

interface AskedMonth {
  readonly range: Range;
  readonly hours: readonly ChargedHour[];
  readonly asked: Decimal;
}

/**
 * Months are signed in order, and each gets the rest of a voucher from those before. Vouchers that have not ended pay
 * later, so they do not matter here.
 */
function planStillPaid(months: readonly AskedMonth[], vouchers: readonly VoucherPortion[]): ByEnd {
  const byEnd = new Map<Instant, Decimal>();
  let left = vouchers;
  for (const { range, hours, asked } of months) {
    const reaching = left.filter(({ window }) => window.start < range.end);
    const paid = payHours({ hours, vouchers: reaching, asked });
    for (const { id, window } of reaching) {
      const amount = paid.get(id);
      if (amount) byEnd.set(window.end, add(byEnd.get(window.end) ?? zero, amount));
    }
    left = left.map((voucher) => ({ ...voucher, balance: subtract(voucher.balance, paid.get(voucher.id) ?? zero) }));
  }
  return byEnd;
}

/** Returns the loss of available balance at each end of vouchers: the rest that will pay nothing. */
export function lostAtEnds(ended: readonly VoucherEnd[], paid: ByEnd): VoucherEnd[] {
  return ended.flatMap(({ at, amount }) => {
    const lost = subtract(amount, paid.get(at) ?? zero);
    return isZero(lost) || isNegative(lost) ? [] : [{ at, amount: formatDecimal(lost) }];
  });
}
