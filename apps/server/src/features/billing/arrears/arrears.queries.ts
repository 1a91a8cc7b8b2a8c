import type { Arrear, arrears } from '@usance/api/billing/arrears';
import type { ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import { sql } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';

const columnOf = {
  overdueSince: 'overdue_from',
  undeductedAmount: 'undeducted',
  dueDate: 'due_on',
  month: 'month',
  contractId: 'contract_id',
} as const;

/** Returns a page of overdue statements, of one contract or of all. */
export function listArrears(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { query }: { query: ParsedQuery<typeof arrears.list> },
): Promise<Page<Arrear>> {
  const found = overdue(db, now).$if(query.contractId !== undefined, (all) =>
    all.where('contract_id', '=', query.contractId ?? ''),
  );
  return pageOf(
    found,
    query,
    (wanted) => oldestFirst(wanted.orderBy(columnOf[query.orderBy], query.ordering)),
    arrearOf,
  );
}

/** Returns a contract's overdue statements, oldest first. */
export async function arrearsOf(db: DbOrTx, contractId: string, now: Date): Promise<Arrear[]> {
  const rows = await oldestFirst(overdue(db, now).where('contract_id', '=', contractId)).execute();
  return rows.map(arrearOf);
}

function overdue(db: DbOrTx, now: Date) {
  return db
    .selectFrom('statement')
    .where('undeducted', '>', '0')
    .where('overdue_from', '<=', now)
    .where('confirm_state', '<>', 'manualProcessing');
}

type Overdue = ReturnType<typeof overdue>;

function oldestFirst(found: Overdue) {
  return found
    .select(['contract_id', 'id', 'month', 'currency', 'undeducted', 'due_on', 'overdue_from'])
    .orderBy(sql`overdue_from, contract_id, id`);
}

type Row = Awaited<ReturnType<ReturnType<typeof oldestFirst>['execute']>>[number];

function arrearOf(row: Row): Arrear {
  return {
    contractId: row.contract_id,
    statementID: row.id,
    month: row.month,
    currency: row.currency,
    ...withFormatted({ undeductedAmount: row.undeducted }, row.currency),
    dueDate: row.due_on,
    overdueSince: row.overdue_from.toISOString(),
  };
}
