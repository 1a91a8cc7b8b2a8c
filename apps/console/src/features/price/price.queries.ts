import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { prices } from '@usance/api/metering/price';
import { call } from '../../api/call.ts';

export const priceQueries = {
  /** The list prices of a region and an edition; disabled until both and a contract are chosen. */
  inRegion: (contractId: string, place: CallQuery<typeof prices.inRegion>) =>
    queryOptions({
      queryKey: ['price', contractId, place],
      enabled: contractId !== '' && place.regionID !== '',
      queryFn: ({ signal }) => call(prices.inRegion, { params: { id: contractId }, query: place, signal }),
      placeholderData: keepPreviousData,
      // The table shows a failure.
      meta: { ignoreError: true },
    }),
};
