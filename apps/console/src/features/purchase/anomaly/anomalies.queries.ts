import { queryOptions } from '@tanstack/react-query';
import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../../api/call.ts';
import { lastOfContract } from '../../../api/query-client.ts';
import { purchaseQueries } from '../search/purchase.queries.ts';

export const anomalyQueries = {
  /** Without it, no bar is marked. */
  of: (contractId: string, query: CallQuery<typeof purchases.anomalies>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'anomalies', query],
      queryFn: ({ signal }) => call(purchases.anomalies, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime: 60_000,
      meta: { ignoreError: true },
    }),
};
