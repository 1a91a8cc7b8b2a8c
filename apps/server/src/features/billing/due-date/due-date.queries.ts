import type { DueDate, dueDates } from '@usance/api/billing/due-date';
import type { ParsedQuery } from '@usance/api/call';
import type { BillingMonth } from '@usance/period/billing-month';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type DueDateRow, dueDateOf, dueDaysIn } from './due-date.ts';

const columnOf = { fromMonth: 'from_month', dueDays: 'due_days', gmtCreated: 'created_at' } as const;

/** Returns a page of a contract's due dates. */
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

/** Returns the given due dates of the contract, unordered; 404 if one does not exist. */
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

/** Returns all due dates of a contract; there are few. */
export function dueDatesOf(db: DbOrTx, contractId: string): Promise<DueDateRow[]> {
  return db.selectFrom('due_date').selectAll().where('contract_id', '=', contractId).execute();
}

/** Returns the due day of a month's statement, in days after the first of the next month. */
export async function dueDaysOf(db: DbOrTx, contractId: string, month: BillingMonth): Promise<number> {
  return dueDaysIn(month, await dueDatesOf(db, contractId));
}
