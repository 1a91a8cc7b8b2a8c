import { queryOptions } from '@tanstack/react-query';
import { contracts } from '@usance/api/contract';
import { call } from '../../api/call.ts';

export const contractQueries = {
  /** Every contract of the reader; people hold few. */
  all: () =>
    queryOptions({
      queryKey: ['contract', 'all'],
      queryFn: ({ signal }) => call(contracts.list, { query: { pageSize: 999_999 }, signal }),
      staleTime: 60_000,
    }),
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['contract', contractId],
      queryFn: ({ signal }) => call(contracts.get, { params: { id: contractId }, signal }),
      staleTime: 60_000,
    }),
};
