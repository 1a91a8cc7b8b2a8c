import { type Decimal, fromUnits, rescale, sum } from '@usance/money/decimal';
import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { addDays, dayOf, rangeOfDay } from '@usance/period/day';
import { floorToHour, hourMs, type Instant, plusHours } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import type { AskedMonth } from '../../account-period/figures/still-paid.ts';
import type { ChargedHour } from '../../settlement/pay-hours.ts';

type MonthOfHours = Omit<AskedMonth, 'asked'>;

/** The usage that vouchers are yet to pay: what is rated, and what each day from today will cost more. */
export interface ComingUsage {
  readonly months: readonly MonthOfHours[];
  readonly costs: readonly Decimal[];
  readonly now: Instant;
  readonly zone: BillingZone;
}

/** Returns the open and the coming months by hour, oldest first. */
export function monthsAhead({ months, costs, now, zone }: ComingUsage): AskedMonth[] {
  const coming = hoursAhead(costs, now, zone).map(
    (each): MonthOfHours => ({ range: rangeOf(billingMonthOf(each.hour, zone), zone), hours: [each] }),
  );
  const byMonth = Map.groupBy([...months, ...coming], ({ range }) => range.start);
  return [...byMonth.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const hours = eachOnce(parts.flatMap((part) => part.hours));
    return [{ range: first.range, hours, asked: sum(hours.map(({ amount }) => amount)) }];
  });
}

function hoursAhead(costs: readonly Decimal[], now: Instant, zone: BillingZone): ChargedHour[] {
  const today = dayOf(now, zone);
  return costs.flatMap((cost, ahead) => {
    const { start, end } = rangeOfDay(addDays(today, ahead), zone);
    return evenly(cost, { start: ahead === 0 ? floorToHour(now) : start, end });
  });
}

const places = 12;

/** Spreads a cost over the hours of a range, so that they add up to it. */
function evenly(cost: Decimal, { start, end }: Range): ChargedHour[] {
  const count = (end - start) / hourMs;
  const { units } = rescale(cost, places);
  const until = (hour: number) => (units * BigInt(hour)) / BigInt(count);
  return Array.from({ length: count }, (_, hour) => ({
    hour: plusHours(start, hour),
    amount: fromUnits(until(hour + 1) - until(hour), places),
  }));
}

/** The present hour may have usage already. */
function eachOnce(hours: readonly ChargedHour[]): ChargedHour[] {
  return [...Map.groupBy(hours, ({ hour }) => hour)]
    .map(([hour, parts]) => ({ hour, amount: sum(parts.map(({ amount }) => amount)) }))
    .toSorted((one, other) => one.hour - other.hour);
}
