import { queryOptions } from '@tanstack/react-query';
import { newestStatements, statements } from '@usance/api/billing/statement';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const statementQueries = {
  /** The key prefix of all statements of a contract, which a confirmation makes stale. */
  of: (contractId: string) => ['statement', contractId] as const,
  /** The table shows a failure. */
  list: (contractId: string, query: CallQuery<typeof statements.list>) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), 'list', query],
      queryFn: ({ signal }) => call(statements.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
    }),
  /** At least this many of the newest. A short list equals the page's first one, so that it is requested once. */
  newest: (contractId: string, count: number) =>
    statementQueries.list(contractId, {
      ...newestStatements.query,
      pageSize: Math.max(count, newestStatements.query.pageSize),
    }),
  /** The statement before a cycle, in a list of one. */
  before: (contractId: string, start: string) =>
    statementQueries.list(contractId, { end: Date.parse(start), pageSize: 1, orderBy: 'start', ordering: 'desc' }),
  /** The part of the page shows a failure. */
  changes: (contractId: string, statementID: string, query: CallQuery<typeof statements.changes>) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), statementID, 'changes', query],
      queryFn: ({ signal }) => call(statements.changes, { params: { id: contractId, statementID }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
    }),
  /** The page shows a failure. */
  detail: (contractId: string, statementID: string) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), statementID],
      queryFn: ({ signal }) => call(statements.get, { params: { id: contractId, statementID }, signal }),
      meta: { ignoreError: true },
    }),
};
