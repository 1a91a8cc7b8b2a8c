import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal } from './api-error.ts';
import { showFailure } from './failures.ts';
import { resetInvalidSession } from './session-state.ts';

/** `meta: { ignoreError: true }` keeps a failure out of the reader's way: it is only logged. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { ignoreError?: boolean };
    mutationMeta: { ignoreError?: boolean };
  }
}

/** One client a page load. Balances and lists set their own `staleTime`; 30 s is the rule for lists. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => showFailure(error, query.meta),
      onSuccess: resetInvalidSession,
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => showFailure(error, mutation.meta),
      onSuccess: resetInvalidSession,
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failed, error) => !isRefusal(error) && failed < 2,
      },
      mutations: { retry: false },
    },
  });
}
