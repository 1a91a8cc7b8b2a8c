import type { ParsedQuery } from '@usance/api/call';
import type { listStatements as call } from '@usance/api/statement';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import { invalidParameter } from '../../../../platform/refusal.ts';
import type { StatementRow } from './statement.queries.ts';
import './statement.table.ts';

type Query = ParsedQuery<typeof call>;

const columns = {
  start: 'start_at',
  amount: 'amount',
  payableAmount: 'payable',
  dueDate: 'due_on',
} as const satisfies Record<Query['orderBy'], keyof StatementRow>;

/** A page of the contract's statements whose cycle begins in [start, end). Equal ones follow their months. */
export async function listStatements(
  db: DbOrTx,
  contractId: string,
  query: Query,
): Promise<{ rows: StatementRow[]; totalSize: number }> {
  if (query.start !== undefined && query.end !== undefined && query.end < query.start)
    throw invalidParameter('end', 'Must not lie before start.');
  let found = db.selectFrom('statement').where('contract_id', '=', contractId);
  if (query.start !== undefined) found = found.where('start_at', '>=', new Date(query.start));
  if (query.end !== undefined) found = found.where('start_at', '<', new Date(query.end));
  if (query.confirmState) found = found.where('confirm_state', '=', query.confirmState);
  if (query.deductState) found = found.where('deduct_state', '=', query.deductState);
  const { total } = await found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy(columns[query.orderBy], query.ordering)
    .orderBy('month', query.ordering)
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { rows, totalSize: Number(total) };
}
