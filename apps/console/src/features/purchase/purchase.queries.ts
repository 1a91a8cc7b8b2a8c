import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import {
  accumulatePurchasesDaily,
  aggregatePurchases,
  distinctPurchaseFields,
  listPurchases,
} from '@usance/api/purchase';
import { call } from '../../api/call.ts';

export const usageQueries = {
  /** All usage of a contract, whatever the question. */
  of: (contractId: string) => ['usage', contractId] as const,
  list: (contractId: string, query: CallQuery<typeof listPurchases>) =>
    queryOptions({
      queryKey: [...usageQueries.of(contractId), 'list', query],
      queryFn: ({ signal }) => call(listPurchases, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  aggregate: (contractId: string, query: CallQuery<typeof aggregatePurchases>) =>
    queryOptions({
      queryKey: [...usageQueries.of(contractId), 'aggregate', query],
      queryFn: ({ signal }) => call(aggregatePurchases, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  daily: (contractId: string, query: CallQuery<typeof accumulatePurchasesDaily>) =>
    queryOptions({
      queryKey: [...usageQueries.of(contractId), 'daily', query],
      queryFn: ({ signal }) => call(accumulatePurchasesDaily, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Without an answer the filters stay empty and the page goes on; hence a failure is only logged. */
  distinct: (contractId: string, query: CallQuery<typeof distinctPurchaseFields>) =>
    queryOptions({
      queryKey: [...usageQueries.of(contractId), 'distinct', query],
      queryFn: ({ signal }) => call(distinctPurchaseFields, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
