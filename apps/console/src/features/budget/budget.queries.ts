import { queryOptions } from '@tanstack/react-query';
import { budgets, mostBudgets } from '@usance/api/billing/budget';
import { call } from '../../api/call.ts';

export const readBudgets = (id: string, signal: AbortSignal) =>
  call(budgets.list, { params: { id }, query: { pageSize: mostBudgets }, signal });

export const budgetQueries = {
  /** All budgets of a contract; there are few. They are counted each minute. The table shows a failure. */
  all: (contractId: string) =>
    queryOptions({
      queryKey: ['budget', contractId],
      queryFn: ({ signal }) => readBudgets(contractId, signal),
      refetchInterval: 30_000,
      staleTime: 15_000,
      meta: { ignoreError: true },
    }),
};
