import { queryOptions } from '@tanstack/react-query';
import { availableBalances } from '@usance/api/billing/available-balance';
import { call } from '../../api/call.ts';

export const runwayQueries = {
  /** Without it, the screen has a dash in its place. */
  of: (contractId: string) =>
    queryOptions({
      queryKey: ['available-balance', contractId, 'runway'],
      queryFn: ({ signal }) => call(availableBalances.runway, { params: { id: contractId }, signal }),
      staleTime: 60_000,
      meta: { ignoreError: true },
    }),
};
