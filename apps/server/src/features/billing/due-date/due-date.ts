import type { DueDate } from '@usance/api/billing/due-date';
import type { BillingMonth } from '@usance/period/billing-month';
import { usualDueDays } from '@usance/period/statement-calendar';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

export type DueDateRow = Selectable<Database['due_date']>;
export type Terms = Pick<DueDate, 'fromMonth' | 'dueDays'>;

/** Returns the days that hold for a month: those of the latest due date begun by then, or the standard ones. */
export function dueDaysIn(
  month: BillingMonth,
  dueDates: readonly Pick<DueDateRow, 'from_month' | 'due_days'>[],
): number {
  const begun = dueDates.filter(({ from_month }) => from_month <= month);
  const latest = begun.toSorted((a, b) => (a.from_month < b.from_month ? 1 : -1))[0];
  return latest?.due_days ?? usualDueDays;
}

/** The wire form of a due date. */
export function dueDateOf(row: DueDateRow): DueDate {
  return {
    id: row.id,
    contractId: row.contract_id,
    fromMonth: row.from_month,
    dueDays: row.due_days,
    gmtCreated: row.created_at.toISOString(),
  };
}
