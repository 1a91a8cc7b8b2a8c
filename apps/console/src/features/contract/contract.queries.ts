import { queryOptions } from '@tanstack/react-query';
import { contracts, everyContract } from '@usance/api/contract';
import { call } from '../../api/call.ts';

export const contractQueries = {
  /** Every contract of the reader. */
  all: () =>
    queryOptions({
      queryKey: ['contract', 'all'],
      queryFn: ({ signal }) => call(contracts.list, { ...everyContract, signal }),
      staleTime: 60_000,
    }),
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['contract', contractId],
      queryFn: ({ signal }) => call(contracts.get, { params: { id: contractId }, signal }),
      staleTime: 60_000,
    }),
};
