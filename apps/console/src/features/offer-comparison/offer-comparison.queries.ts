import { queryOptions } from '@tanstack/react-query';
import { offerComparisons } from '@usance/api/offer-comparison';
import { call } from '../../api/call.ts';

export const offerComparisonQueries = {
  /** It reads six months of usage, so it is asked for by hand and kept for a while. Its section shows a failure. */
  detail: (contractId: string, poid: string) =>
    queryOptions({
      queryKey: ['offer-comparison', contractId, poid],
      queryFn: ({ signal }) => call(offerComparisons.get, { params: { id: contractId, poid }, signal }),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
