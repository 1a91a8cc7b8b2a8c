import { queryOptions } from '@tanstack/react-query';
import { allBudgets, budgets } from '@usance/api/billing/budget';
import { call } from '../../api/call.ts';

export const budgetQueries = {
  /** All budgets of a contract; there are few. They are counted each minute. The table shows a failure. */
  all: (contractId: string) =>
    queryOptions({
      queryKey: ['budget', contractId],
      queryFn: ({ signal }) => call(budgets.list, { params: { id: contractId }, ...allBudgets, signal }),
      refetchInterval: 30_000,
      staleTime: 15_000,
      meta: { ignoreError: true },
    }),
};
