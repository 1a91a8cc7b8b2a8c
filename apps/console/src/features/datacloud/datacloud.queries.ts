import { queryOptions } from '@tanstack/react-query';
import { listDataclouds } from '@usance/api/datacloud';
import { listRegions } from '@usance/api/region';
import { call } from '../../api/call.ts';

const pollMs = 15_000;

export const datacloudQueries = {
  /** Every data cloud the reader may see, of one contract when it is given. Polled while the page is looked at. */
  all: (contractId?: string) =>
    queryOptions({
      queryKey: ['datacloud', 'all', contractId ?? ''],
      queryFn: ({ signal }) =>
        call(listDataclouds, { query: { pageSize: 999_999, ...(contractId && { contractId }) }, signal }),
      refetchInterval: pollMs,
      staleTime: pollMs,
    }),
  regions: (contractId: string) =>
    queryOptions({
      queryKey: ['region', contractId],
      queryFn: ({ signal }) => call(listRegions, { query: { contractID: contractId }, signal }),
      staleTime: 5 * 60_000,
    }),
};
