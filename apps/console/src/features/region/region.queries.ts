import { queryOptions } from '@tanstack/react-query';
import { regions } from '@usance/api/region';
import { call } from '../../api/call.ts';

export const regionQueries = {
  /** Where a contract may create data clouds. What keeps it away, the form says that asks for one. */
  all: (contractId: string) =>
    queryOptions({
      queryKey: ['region', contractId],
      // None is chosen yet.
      enabled: contractId !== '',
      queryFn: ({ signal }) => call(regions.list, { query: { contractID: contractId }, signal }),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
