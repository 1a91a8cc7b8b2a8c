import { queryOptions } from '@tanstack/react-query';
import { accounts, type Identity } from '@usance/api/people/account';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { resetInvalidSession } from '../../api/session-state.ts';

export const accountQueries = {
  /** The signed-in account, or null. Being signed out is a normal result, not a failure. */
  whoami: () =>
    queryOptions({
      queryKey: ['account', 'whoami'],
      queryFn: async ({ client, queryKey, signal }): Promise<Identity | null> => {
        try {
          return await call(accounts.whoami, { signal });
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 401)) throw error;
          // Without an earlier account no session has ended, so readers of public pages are not told that theirs has.
          if (!client.getQueryData(queryKey)) resetInvalidSession();
          return null;
        }
      },
      staleTime: 5 * 60_000,
    }),
};
