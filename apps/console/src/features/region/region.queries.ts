import { queryOptions } from '@tanstack/react-query';
import { regions } from '@usance/api/contract/region';
import { call } from '../../api/call.ts';

export const regionQueries = {
  /** The regions in which a contract may create data clouds. The form shows a failure. */
  all: (contractId: string) =>
    queryOptions({
      queryKey: ['region', contractId],
      // No contract is chosen yet.
      enabled: contractId !== '',
      queryFn: ({ signal }) => call(regions.list, { query: { contractID: contractId }, signal }),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
