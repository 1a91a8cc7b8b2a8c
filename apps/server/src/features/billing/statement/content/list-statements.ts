import type { statements } from '@usance/api/billing/statement';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import { sql } from 'kysely';
import { pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../../contract/contract/contract-reading.ts';
import { keptPeriod } from '../../account-period/figures/kept-period.queries.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';
import { matchingStatements } from './matching-statements.ts';
import { type AskedBy, readerOf } from './reader.ts';
import { summaryOf } from './statement.ts';

type Query = ParsedQuery<typeof statements.list>;

const columns = {
  start: 'start_at',
  amount: 'amount',
  payableAmount: 'payable',
  dueDate: 'due_on',
} as const satisfies Record<Query['orderBy'], keyof StatementRow>;

/**
 * Returns a page of the contract's statements whose cycle begins in [start, end); equal ones are ordered by month.
 * `overdue` matches the balance, by any server's clock.
 */
export async function listStatements(
  ctx: AskedBy & ContractReading,
  { query }: { query: Query },
): Promise<CallReply<typeof statements.list>> {
  const { asOf } = await keptPeriod(ctx.db, ctx.contract.id, ctx.now);
  const page = await pageOf(
    overdueOr(matchingStatements(ctx, query), query.overdue, new Date(asOf)),
    query,
    (statements) =>
      statements.selectAll().orderBy(columns[query.orderBy], query.ordering).orderBy('month', query.ordering),
    (row) => summaryOf(row, readerOf(ctx), new Date(asOf)),
  );
  return { ...page, total: page.totalSize };
}

/** SQL of the same rule as `isOverdue`. */
function overdueOr(found: ReturnType<typeof matchingStatements>, wanted: boolean | undefined, asOf: Date) {
  if (wanted === undefined) return found;
  const overdue = sql<boolean>`(confirm_state <> 'manualProcessing' and deduct_state <> 'fullySettled' and overdue_from <= ${asOf})`;
  return found.where(overdue, '=', wanted);
}
