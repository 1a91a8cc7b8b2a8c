import type { ParsedQuery } from '@usance/api/call';
import type { DueDate, dueDates } from '@usance/api/due-date';
import type { BillingMonth } from '@usance/period/billing-month';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type DueDateRow, dueDateOf, dueDaysIn } from './due-date.ts';

const columnOf = { fromMonth: 'from_month', dueDays: 'due_days', gmtCreated: 'created_at' } as const;

/** A page of a contract's due dates. */
export function listDueDates(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof dueDates.list> },
): Promise<Page<DueDate>> {
  const own = db.selectFrom('due_date').where('contract_id', '=', contract.id);
  return pageOf(
    own,
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('from_month'),
    dueDateOf,
  );
}

/** Those of the contract's due dates that are named, in no order; 404 when one is not there. */
export async function getDueDates(db: DbOrTx, contractId: string, ids: readonly string[]): Promise<DueDateRow[]> {
  const rows = await db
    .selectFrom('due_date')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < ids.length) throw notFound('DUE_DATE_NOT_FOUND');
  return rows;
}

/** All of a contract's due dates; it has few. */
export function dueDatesOf(db: DbOrTx, contractId: string): Promise<DueDateRow[]> {
  return db.selectFrom('due_date').selectAll().where('contract_id', '=', contractId).execute();
}

/** When the statement of a month is due, in days after the first of the next. */
export async function dueDaysOf(db: DbOrTx, contractId: string, month: BillingMonth): Promise<number> {
  return dueDaysIn(month, await dueDatesOf(db, contractId));
}
