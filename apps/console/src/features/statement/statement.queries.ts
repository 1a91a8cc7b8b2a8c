import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { getStatement, listStatements } from '@usance/api/statement';
import { call } from '../../api/call.ts';

export const statementQueries = {
  /** All statements of a contract, whatever the page: the prefix that a confirmation makes stale. */
  of: (contractId: string) => ['statement', contractId] as const,
  list: (contractId: string, query: CallQuery<typeof listStatements>) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), 'list', query],
      queryFn: ({ signal }) => call(listStatements, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (contractId: string, statementID: string) =>
    queryOptions({
      queryKey: [...statementQueries.of(contractId), statementID],
      queryFn: ({ signal }) => call(getStatement, { params: { id: contractId, statementID }, signal }),
    }),
};
