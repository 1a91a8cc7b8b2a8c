import { formatDecimal, sum } from '@usance/money/decimal';
import { dayOf, daysBetween } from '@usance/period/day';
import { lostAtEnds, paidByEnd } from '../../account-period/figures/still-paid.ts';
import type { VoucherPortion } from '../../settlement/pay-hours.ts';
import { type ComingUsage, monthsAhead } from './months-ahead.ts';
import type { Loss } from './runway.ts';

/**
 * Returns what is lost of vouchers at their ends: the rest that no usage in their windows needs, as signing will find
 * it. Vouchers that have ended pay first and lose nothing more, since the balance is already without their rest.
 */
export function lossesAhead(usage: ComingUsage, vouchers: readonly VoucherPortion[]): Loss[] {
  const { now, zone } = usage;
  // It saves the outlook, day by day, for most contracts.
  if (!vouchers.some(({ window }) => window.end > now)) return [];
  const byEnd = Map.groupBy(vouchers, ({ window }) => window.end);
  const ends = [...byEnd].flatMap(([at, ending]) =>
    at > now ? [{ at, amount: formatDecimal(sum(ending.map(({ balance }) => balance))) }] : [],
  );
  return lostAtEnds(ends, paidByEnd(monthsAhead(usage), vouchers)).map(({ at, amount }) => ({
    day: daysBetween(dayOf(now, zone), dayOf(at, zone)),
    amount,
  }));
}
