import { queryOptions } from '@tanstack/react-query';
import { offerComparisons } from '@usance/api/sale/offer-comparison';
import { call } from '../../api/call.ts';

export const offerComparisonQueries = {
  /** Reads six months of usage, so it runs only on request and is cached. Its section shows a failure. */
  detail: (contractId: string, poid: string) =>
    queryOptions({
      queryKey: ['offer-comparison', contractId, poid],
      queryFn: ({ signal }) => call(offerComparisons.get, { params: { id: contractId, poid }, signal }),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
