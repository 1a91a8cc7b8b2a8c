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
import type { OpenMonth } from '../../../metering/billing-day/open-months.ts';
import { payingVouchersOf } from '../../../money/voucher/voucher.queries.ts';
import type { VoucherEnd } from '../../../money/voucher/voucher-standing.ts';
import { type ChargedHour, payHours, reachOf, roundToCents, type VoucherPortion } from '../../settlement/pay-hours.ts';

/** The amounts above 0 that ended vouchers will still pay, by the instant of their end. */
type ByEnd = ReadonlyMap<Instant, Decimal>;

/** The amounts that ended vouchers will still pay for unsigned months. */
export interface StillPaid {
  /** Exact amounts of usage, for the balance, which is not in whole cents. */
  readonly exact: ByEnd;
  /** The amounts that signing will book, in whole cents. */
  readonly roundedToCents: ByEnd;
}

export const nothingStillPaid: StillPaid = { exact: new Map(), roundedToCents: new Map() };

/** An account that is asked about, and the instant. */
export interface AskedAccount {
  readonly contractId: string;
  readonly now: Date;
}

/** Returns them for several contracts at once, of which the open months are given. */
export async function stillPaidOf(
  tx: Tx,
  asked: readonly AskedAccount[],
  openMonths: ReadonlyMap<string, readonly OpenMonth[]>,
): Promise<ReadonlyMap<string, StillPaid>> {
  const used = asked.flatMap(({ contractId, now }) => {
    const months = openMonths.get(contractId) ?? [];
    return months.length === 0 ? [] : [{ contractId, now, months }];
  });
  const vouchers = await payingVouchersOf(
    tx,
    new Map(used.map(({ contractId, now, months }) => [contractId, { start: firstHour(months), end: instantOf(now) }])),
  );
  return new Map(
    used.map(({ contractId, now, months }) => {
      const ended = (vouchers.get(contractId) ?? []).filter(({ window }) => window.end <= now.getTime());
      return [contractId, stillPaidBy(months, ended)];
    }),
  );
}

const firstHour = (months: readonly OpenMonth[]) =>
  instantOfEpochMs(Math.min(...months.map(({ range, hours }) => reachOf(range, hours).start)));

function stillPaidBy(months: readonly OpenMonth[], ended: readonly VoucherPortion[]): StillPaid {
  const exactly = months.map(({ range, hours }) => ({ range, hours, asked: sum(hours.map(({ amount }) => amount)) }));
  const asSigned = months.map(({ range, hours, amount }) => ({
    range,
    hours: roundToCents(hours),
    asked: decimalOf(amount),
  }));
  return { exact: paidByEnd(exactly, ended), roundedToCents: paidByEnd(asSigned, ended) };
}

/** A month that vouchers pay, as far as its hours and the asked amount go. */
export interface AskedMonth {
  readonly range: Range;
  readonly hours: readonly ChargedHour[];
  readonly asked: Decimal;
}

/**
 * Months are signed in order, and each gets the rest of a voucher from those before. Vouchers that end later pay later,
 * so the balance need not know them.
 */
export function paidByEnd(months: readonly AskedMonth[], vouchers: readonly VoucherPortion[]): ByEnd {
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
