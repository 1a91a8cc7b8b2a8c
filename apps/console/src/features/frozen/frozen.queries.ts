import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { frozens } from '@usance/api/money/hold';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

/** The tables show a failure. */
export const frozenQueries = {
  details: (contractId: string, query: CallQuery<typeof frozens.details>) =>
    queryOptions({
      queryKey: ['frozen', contractId, 'details', query],
      queryFn: ({ signal }) => call(frozens.details, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime: 15_000,
      meta: { ignoreError: true },
    }),
};
