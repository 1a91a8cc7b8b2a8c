import { queryOptions } from '@tanstack/react-query';
import { accounts } from '@usance/api/account';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

export const accountQueries = {
  /** Who is signed in, or null. Being signed out is an answer here, not a failure. */
  whoami: () =>
    queryOptions({
      queryKey: ['account', 'whoami'],
      queryFn: async ({ signal }) => {
        try {
          return await call(accounts.whoami, { signal });
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) return null;
          throw error;
        }
      },
      staleTime: 5 * 60_000,
    }),
};
