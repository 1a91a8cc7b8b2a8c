import { queryOptions } from '@tanstack/react-query';
import { costViews } from '@usance/api/billing/cost-view';
import { call } from '../../api/call.ts';

export const costViewQueries = {
  /** The reader's views of a contract and the shared ones, by name. Each person has at most 50. */
  all: (contractId: string) =>
    queryOptions({
      queryKey: ['cost-view', contractId],
      queryFn: ({ signal }) => call(costViews.list, { params: { id: contractId }, query: { pageSize: 1_000 }, signal }),
      staleTime: 30_000,
      meta: { ignoreError: true },
    }),
};
