import { queryOptions } from '@tanstack/react-query';
import { tradeDefaults } from '@usance/api/contract/trade-default';
import { call } from '../../api/call.ts';

export const tradeDefaultQueries = {
  /** The page shows a failure. */
  all: () =>
    queryOptions({
      queryKey: ['trade-default'],
      queryFn: ({ signal }) => call(tradeDefaults.list, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { ignoreError: true },
    }),
};
