import { MutationCache, QueryCache, QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { asksAgain, waitBeforeAgain } from './ask-again.ts';

/** `ignoreError` keeps a failure out of the reader's way: it is only logged. */
export interface FailureMeta {
  ignoreError?: boolean;
  /** What keeps the first answer away is told by the page, which is nothing without it; of later ones a message tells. */
  toldByPage?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

/** All that was asked of one contract, whatever the question: queries of a noun name their contract second. */
export const allOfContract = (contractId: string): QueryFilters => ({
  predicate: ({ queryKey }) => queryKey[1] === contractId,
});

/** While an answer is on its way the one before stands in, if it is of the same contract: never another's. */
export function lastOfContract(contractId: string) {
  return <Data>(last: Data | undefined, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    query?.queryKey[1] === contractId ? last : undefined;
}

/** One client a page load. Balances and lists set their own `staleTime`; 30 s is the rule for lists. */
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
        retry: asksAgain,
        retryDelay: (failedBefore, error) => waitBeforeAgain(failedBefore, error),
      },
      // Nor is a write kept until the line is back: nobody would know when it was sent.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
