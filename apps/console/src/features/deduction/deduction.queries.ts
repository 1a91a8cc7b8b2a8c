import { queryOptions } from '@tanstack/react-query';
import { deductions } from '@usance/api/billing/deduction';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const deductionQueries = {
  /** The table shows a failure. */
  list: (contractId: string, query: CallQuery<typeof deductions.list>) =>
    queryOptions({
      queryKey: ['deduction', contractId, 'list', query],
      queryFn: ({ signal }) => call(deductions.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime: 15_000,
      meta: { ignoreError: true },
    }),
};
