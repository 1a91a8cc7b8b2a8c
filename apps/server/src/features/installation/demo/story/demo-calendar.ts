import { addMonths, type BillingMonth, billingMonthOf, monthsBetween, rangeOf } from '@usance/period/billing-month';
import { hourMs, instantOf } from '@usance/period/instant';

/** An event in the demonstration's history. */
export type DemoStep =
  | { readonly at: Date; readonly kind: 'begin-month'; readonly month: BillingMonth }
  | { readonly at: Date; readonly kind: 'meter'; readonly month: BillingMonth; readonly from: Date; readonly to: Date }
  | { readonly at: Date; readonly kind: 'run-due' }
  | { readonly at: Date; readonly kind: 'answer-statements'; readonly month: BillingMonth; readonly dispute: boolean }
  | { readonly at: Date; readonly kind: 'person-pays'; readonly month: BillingMonth; readonly half: boolean }
  | { readonly at: Date; readonly kind: 'company-pays' };

export interface DemoCalendar {
  readonly firstMonth: BillingMonth;
  readonly months: number;
  readonly steps: readonly DemoStep[];
}

const fullMonths = 13;

/**
 * Thirteen whole months and the current one so far, in order of time and never later than now. The newest statement
 * awaits its customer, the one before it is confirmed, and an older one is in dispute.
 */
export function demoCalendar(now: Date): DemoCalendar {
  const current = billingMonthOf(instantOf(now), 'UTC');
  const firstMonth = addMonths(current, -fullMonths);
  const steps: DemoStep[] = [];
  for (let month = firstMonth; monthsBetween(month, current) > 0; month = addMonths(month, 1)) {
    const { start, end } = rangeOf(month, 'UTC');
    const age = monthsBetween(month, current);
    const after = (day: number, hours: number) => new Date(end + ((day - 1) * 24 + hours) * hourMs);
    steps.push(
      { at: new Date(start), kind: 'begin-month', month },
      { at: after(1, 2), kind: 'meter', month, from: new Date(start), to: new Date(end) },
      { at: after(2, 9), kind: 'run-due' },
      { at: after(4, 10), kind: 'answer-statements', month: addMonths(month, -1), dispute: age === 3 },
      { at: after(5, 8), kind: 'person-pays', month, half: age === 1 },
      { at: after(7, 1), kind: 'run-due' },
      { at: after(20, 10), kind: 'company-pays' },
      // The company's due day is the sixtieth after the month: one of these.
      { at: after(29, 1), kind: 'run-due' },
      { at: after(30, 1), kind: 'run-due' },
      { at: after(31, 1), kind: 'run-due' },
    );
  }
  const from = new Date(rangeOf(current, 'UTC').start);
  const to = new Date(Math.trunc(now.getTime() / hourMs) * hourMs);
  steps.push({ at: from, kind: 'begin-month', month: current });
  if (to > from) steps.push({ at: now, kind: 'meter', month: current, from, to });
  steps.push({ at: now, kind: 'run-due' });
  const past = steps.filter((step) => step.at <= now).sort((left, right) => left.at.getTime() - right.at.getTime());
  return { firstMonth, months: fullMonths + 1, steps: past };
}
