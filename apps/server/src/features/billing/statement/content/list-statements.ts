import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { statements } from '@usance/api/statement';
import { pageOf } from '../../../../platform/postgres/page.ts';
import type { ContractReading } from '../../../party/contract/contract-reading.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from './reader.ts';
import { summaryOf } from './statement.ts';

type Query = ParsedQuery<typeof statements.list>;

const columns = {
  start: 'start_at',
  amount: 'amount',
  payableAmount: 'payable',
  dueDate: 'due_on',
} as const satisfies Record<Query['orderBy'], keyof StatementRow>;

/** A page of the contract's statements whose cycle begins in [start, end). Equal ones follow their months. */
export async function listStatements(
  ctx: AskedBy & ContractReading,
  { query }: { query: Query },
): Promise<CallReply<typeof statements.list>> {
  let found = ctx.db.selectFrom('statement').where('contract_id', '=', ctx.contract.id);
  if (query.start !== undefined) found = found.where('start_at', '>=', new Date(query.start));
  if (query.end !== undefined) found = found.where('start_at', '<', new Date(query.end));
  if (query.confirmState) found = found.where('confirm_state', '=', query.confirmState);
  if (query.deductState) found = found.where('deduct_state', '=', query.deductState);
  const page = await pageOf(
    found,
    query,
    (statements) =>
      statements.selectAll().orderBy(columns[query.orderBy], query.ordering).orderBy('month', query.ordering),
    (row) => summaryOf(row, readerOf(ctx), ctx.now),
  );
  return { ...page, total: page.totalSize };
}
