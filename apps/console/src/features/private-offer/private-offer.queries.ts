import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { privateOffers } from '@usance/api/sale/private-offer';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const privateOfferQueries = {
  /** The key prefix of all offers of a contract, which an answer makes stale. */
  of: (contractId: string) => ['private-offer', contractId] as const,
  /** A page of offers. The table shows a failure. */
  list: (contractId: string, query: CallQuery<typeof privateOffers.list>) =>
    queryOptions({
      queryKey: [...privateOfferQueries.of(contractId), 'list', query],
      queryFn: async ({ signal }) => {
        const { privateOffers: items, paginator } = await call(privateOffers.list, {
          params: { id: contractId },
          query,
          signal,
        });
        return { items, totalSize: paginator.totalSize };
      },
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
    }),
  /** One offer. The page shows a failure. */
  detail: (contractId: string, poid: string) =>
    queryOptions({
      queryKey: [...privateOfferQueries.of(contractId), poid],
      queryFn: ({ signal }) => call(privateOffers.get, { params: { id: contractId, poid }, signal }),
      meta: { ignoreError: true },
    }),
};
