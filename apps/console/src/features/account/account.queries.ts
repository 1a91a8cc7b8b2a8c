import { queryOptions } from '@tanstack/react-query';
import { accounts, type Identity } from '@usance/api/account';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { resetInvalidSession } from '../../api/session-state.ts';

export const accountQueries = {
  /** Who is signed in, or null. Being signed out is an answer here, not a failure. */
  whoami: () =>
    queryOptions({
      queryKey: ['account', 'whoami'],
      queryFn: async ({ client, queryKey, signal }): Promise<Identity | null> => {
        try {
          return await call(accounts.whoami, { signal });
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 401)) throw error;
          // Where nobody was signed in no session has ended: whoever goes about the public pages is not told that theirs has.
          if (!client.getQueryData(queryKey)) resetInvalidSession();
          return null;
        }
      },
      staleTime: 5 * 60_000,
    }),
};
