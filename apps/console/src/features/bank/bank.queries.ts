import { queryOptions } from '@tanstack/react-query';
import { bank } from '@usance/api/billing/bank';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

const staleTime = 15_000;

/** The tables and the chart show a failure. */
export const bankQueries = {
  details: (contractId: string, query: CallQuery<typeof bank.details>) =>
    queryOptions({
      queryKey: ['bank', contractId, 'details', query],
      queryFn: ({ signal }) => call(bank.details, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime,
      meta: { ignoreError: true },
    }),
  days: (contractId: string) =>
    queryOptions({
      queryKey: ['bank', contractId, 'days'],
      queryFn: ({ signal }) => call(bank.days, { params: { id: contractId }, signal }),
      staleTime,
      meta: { ignoreError: true },
    }),
  summary: (contractId: string, query: CallQuery<typeof bank.summary>) =>
    queryOptions({
      queryKey: ['bank', contractId, 'summary', query],
      queryFn: ({ signal }) => call(bank.summary, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime,
      meta: { ignoreError: true },
    }),
};
