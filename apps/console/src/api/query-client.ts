import { MutationCache, QueryCache, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { retryDelayMs, shouldRetry } from './retry.ts';

/** `ignoreError` hides a failure from the reader: it is only logged. */
export interface FailureMeta {
  ignoreError?: boolean;
  /** True if the page itself shows the failure of its first answer; later failures show as a message. */
  toldByPage?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

/** Matches all queries about one contract: the contract is the second part of their keys. */
export const allOfContract = (contractId: string): QueryFilters => ({
  predicate: ({ queryKey }) => queryKey[1] === contractId,
});

/** Shows the last answer while the next is loading, but only for the same contract. */
export function lastOfContract(contractId: string) {
  return <Data>(last: Data | undefined, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    query?.queryKey[1] === contractId ? last : undefined;
}

/** Creates the query client, one for each page load. Balances and lists set their own `staleTime`; lists use 30 s. */
export function makeQueryClient(onFailure: (error: Error, meta: FailureMeta | undefined) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) =>
        onFailure(error, state.data === undefined ? meta : { ...meta, toldByPage: false }),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay: (failedBefore, error) => retryDelayMs(failedBefore, error),
      },
      // A write is not queued while offline: its user would not know when it was sent.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
