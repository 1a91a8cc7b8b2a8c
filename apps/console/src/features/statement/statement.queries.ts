import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { newestStatements, statements } from '@usance/api/statement';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const statementQueries = {
  /** All statements of a contract, whatever the page: the prefix that a confirmation makes stale. */
  of: (contractId: string) => ['statement', contractId] as const,
  /** What keeps it away, its table says. */
  list: (contractId: string, query: CallQuery<typeof statements.list>) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), 'list', query],
      queryFn: ({ signal }) => call(statements.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
    }),
  /** So many of the newest, or a few more: a short list is the one that the page shows first, and asked for once. */
  newest: (contractId: string, count: number) =>
    statementQueries.list(contractId, {
      ...newestStatements.query,
      pageSize: Math.max(count, newestStatements.query.pageSize),
    }),
  /** What keeps it away, its page says. */
  detail: (contractId: string, statementID: string) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), statementID],
      queryFn: ({ signal }) => call(statements.get, { params: { id: contractId, statementID }, signal }),
      meta: { ignoreError: true },
    }),
};
