import { queryOptions } from '@tanstack/react-query';
import { sessions } from '@usance/api/people/session';
import { call } from '../../api/call.ts';

export const sessionQueries = {
  /** The reader's sessions; refetched whenever they are shown. */
  own: () =>
    queryOptions({
      queryKey: ['session', 'own'],
      queryFn: ({ signal }) => call(sessions.list, { signal }),
      staleTime: 0,
      // The list shows a failure.
      meta: { ignoreError: true },
    }),
};
