import { queryOptions } from '@tanstack/react-query';
import { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../../api/call.ts';
import { toldReply } from '../../../api/first-replies.ts';
import { lastOfContract } from '../../../api/query-client.ts';

// The page shows one failure for all.
const toldByPage = { ignoreError: true };

export const purchaseQueries = {
  /** The end of the rated usage. The page waits for it, so the page shows a failure. */
  freshness: (contractId: string) =>
    queryOptions({
      queryKey: ['purchase-freshness', contractId],
      queryFn: ({ signal }) => call(purchases.freshness, { params: { id: contractId }, signal }),
      staleTime: 15_000,
      // The days that are compared depend on it.
      refetchInterval: 60_000,
      meta: { ignoreError: true },
    }),
  /** The key prefix of all other usage queries of a contract. */
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
  groups: (contractId: string, query: CallQuery<typeof purchases.groups>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'groups', query],
      initialData: () => toldReply(purchases.groups, { params: { id: contractId }, query }),
      queryFn: ({ signal }) => call(purchases.groups, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: toldByPage,
    }),
  /** The largest objects of a range whose name or id contains a text. */
  objects: (contractId: string, { start, end, find }: { start: number; end: number; find: string }) =>
    queryOptions({
      ...purchaseQueries.groups(contractId, { start, end, find, groupBy: 'objectID', step: 'month', pageSize: 20 }),
      staleTime: 5 * 60_000,
    }),
  daily: (contractId: string, query: CallQuery<typeof purchases.dailyAcc>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'daily', query],
      initialData: () => toldReply(purchases.dailyAcc, { params: { id: contractId }, query }),
      queryFn: ({ signal }) => call(purchases.dailyAcc, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: toldByPage,
    }),
  changes: (contractId: string, query: CallQuery<typeof purchases.changes>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'changes', query],
      queryFn: ({ signal }) => call(purchases.changes, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: toldByPage,
    }),
  /** On a failure the filters stay empty and the page works without them, so it is only logged. */
  distinct: (contractId: string, query: CallQuery<typeof purchases.distinctFields>) =>
    queryOptions({
      queryKey: [...purchaseQueries.of(contractId), 'distinct', query],
      queryFn: ({ signal }) => call(purchases.distinctFields, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
