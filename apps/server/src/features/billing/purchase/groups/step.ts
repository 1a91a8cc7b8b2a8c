import type { PurchaseStep } from '@usance/api/billing/purchase';
import { addDays, type Day, daysBetween, daysIn, parseDay } from '@usance/period/day';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { billingDaySql } from '../../../metering/billing-day/billing-day-sql.ts';

/** Returns the steps of a range in order: the first day of each, and its first day within the range. */
export function stepsIn(range: Range, zone: BillingZone, step: PurchaseStep): ReadonlyMap<Day, Day> {
  const steps = new Map<Day, Day>();
  for (const day of daysIn(range, zone)) {
    const first = firstDayOfStep(day, step);
    if (!steps.has(first)) steps.set(first, day);
  }
  return steps;
}

function firstDayOfStep(day: Day, step: PurchaseStep): Day {
  if (step === 'month') return parseDay(`${day.slice(0, 7)}-01`);
  if (step === 'week') return addDays(day, -(((daysBetween(someMonday, day) % 7) + 7) % 7));
  return day;
}

const someMonday = parseDay('2000-01-03');

/** SQL for the first day of a row's step. Agrees with `stepsIn`. */
export function stepSql(step: PurchaseStep, zone: BillingZone): string {
  const day = billingDaySql('bill_at', zone);
  if (step === 'month') return `toStartOfMonth(${day})`;
  return step === 'week' ? `toMonday(${day})` : day;
}
