import { queryOptions } from '@tanstack/react-query';
import { getContract, listContracts } from '@usance/api/contract';
import { call } from '../../api/call.ts';

export const contractQueries = {
  /** Every contract of the reader; people hold few. */
  all: () =>
    queryOptions({
      queryKey: ['contract', 'all'],
      queryFn: ({ signal }) => call(listContracts, { query: { pageSize: 999_999 }, signal }),
      staleTime: 60_000,
    }),
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['contract', contractId],
      queryFn: ({ signal }) => call(getContract, { params: { id: contractId }, signal }),
      staleTime: 60_000,
    }),
};
