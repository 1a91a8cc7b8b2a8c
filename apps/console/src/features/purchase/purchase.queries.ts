import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { purchases } from '@usance/api/purchase';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

// What keeps them away the page says, once.
const toldByPage = { ignoreError: true };

export const purchaseQueries = {
  /** All usage of a contract, whatever the question. */
  of: (contractId: string) => ['purchase', contractId] as const,
  list: (contractId: string, query: CallQuery<typeof purchases.list>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'list', query],
      queryFn: ({ signal }) => call(purchases.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: toldByPage,
    }),
  aggregate: (contractId: string, query: CallQuery<typeof purchases.aggBy>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'aggregate', query],
      queryFn: ({ signal }) => call(purchases.aggBy, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: toldByPage,
    }),
  daily: (contractId: string, query: CallQuery<typeof purchases.dailyAcc>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'daily', query],
      queryFn: ({ signal }) => call(purchases.dailyAcc, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: toldByPage,
    }),
  /** Without an answer the filters stay empty and the page goes on; hence a failure is only logged. */
  distinct: (contractId: string, query: CallQuery<typeof purchases.distinctFields>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'distinct', query],
      queryFn: ({ signal }) => call(purchases.distinctFields, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
