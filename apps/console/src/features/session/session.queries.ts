import { queryOptions } from '@tanstack/react-query';
import { sessions } from '@usance/api/session';
import { call } from '../../api/call.ts';

export const sessionQueries = {
  /** Where the reader is signed in; asked anew whenever it comes into sight. */
  own: () =>
    queryOptions({
      queryKey: ['session', 'own'],
      queryFn: ({ signal }) => call(sessions.list, { signal }),
      staleTime: 0,
      // The place itself says what went wrong.
      meta: { ignoreError: true },
    }),
};
