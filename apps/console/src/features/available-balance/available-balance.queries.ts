import { queryOptions } from '@tanstack/react-query';
import { availableBalances } from '@usance/api/billing/available-balance';
import { call } from '../../api/call.ts';

export const availableBalanceQueries = {
  /** The page that needs the balance shows a failure. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['available-balance', contractId],
      queryFn: ({ signal }) => call(availableBalances.get, { params: { id: contractId }, signal }),
      staleTime: 15_000,
      meta: { ignoreError: true },
    }),
  /** The dialog shows a failure. */
  explained: (contractId: string) =>
    queryOptions({
      queryKey: ['available-balance', contractId, 'explained'],
      queryFn: ({ signal }) => call(availableBalances.explained, { params: { id: contractId }, signal }),
      meta: { ignoreError: true },
    }),
};
