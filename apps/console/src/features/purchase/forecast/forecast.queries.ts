import { queryOptions } from '@tanstack/react-query';
import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../../api/call.ts';
import { lastOfContract } from '../../../api/query-client.ts';
import { purchaseQueries } from '../search/purchase.queries.ts';

/** The conditions of a forecast. */
export type ForecastFilters = CallQuery<typeof purchases.forecast>;

export const forecastQueries = {
  /** Without it, the screen has a dash in its place. */
  month: (contractId: string, query: ForecastFilters) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'forecast', query],
      queryFn: ({ signal }) => call(purchases.forecast, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime: 60_000,
      meta: { ignoreError: true },
    }),
};
