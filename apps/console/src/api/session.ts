import { queryOptions } from '@tanstack/react-query';
import { whoami } from '@usance/api/account';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

/** Who is signed in, or null. Being signed out is an answer here, not a failure. */
export const sessionQuery = queryOptions({
  queryKey: ['account', 'whoami'],
  queryFn: async ({ signal }) => {
    try {
      return await call(whoami, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});
