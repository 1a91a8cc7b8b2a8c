import { parseDay } from '@usance/period/day';
import { instantOf } from '@usance/period/instant';
import { daysOfDispute } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { keepState } from './keep-statement.ts';
import { hiddenAtEnd } from './liabilities.queries.ts';
import type { StatementRow } from './statement.queries.ts';

/**
 * Confirms a disputed statement and moves its dates by the days of the dispute; it stays recorded that it was
 * overdue. The dispute of a customer stays readable.
 */
export async function endDispute(work: Pick<Work, 'tx' | 'now'>, statement: StatementRow): Promise<void> {
  const disputedAt = instantOf(statement.disputed_at ?? work.now);
  const span = { disputedAt, endedAt: instantOf(work.now) };
  const days = daysOfDispute(parseDay(statement.due_on), billingZoneOf(statement.currency), span);
  // Days of 24 hours: a day in the session's zone may be longer or shorter.
  const later = (time: 'confirm_at' | 'deduct_at' | 'overdue_from') =>
    sql<Date>`${sql.ref(time)} + ${days}::int * interval '24 hours'`;
  await keepState(work, statement, {
    confirm_state: 'confirmed',
    confirmed_at: work.now,
    disputed_at: null,
    disputed_by: null,
    ...decided(statement, work.now),
    hidden_at: hiddenAtEnd,
    review_reason: null,
    due_on: sql<string>`due_on + ${days}::int`,
    confirm_at: later('confirm_at'),
    deduct_at: later('deduct_at'),
    overdue_from: later('overdue_from'),
  });
}

function decided({ disputed_at: at, disputed_by: by, review_reason: reason }: StatementRow, now: Date) {
  // The back office or a safety limit disputed it.
  if (at === null || by === null || reason === null) return {};
  return { decided_dispute: JSON.stringify({ at: at.toISOString(), by, reason, decidedAt: now.toISOString() }) };
}
