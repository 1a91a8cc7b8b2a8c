import { queryOptions } from '@tanstack/react-query';
import { secondFactor } from '@usance/api/people/second-factor';
import { call } from '../../api/call.ts';

export const secondFactorQueries = {
  /** The state of the reader's second factor. */
  own: () =>
    queryOptions({
      queryKey: ['second-factor', 'own'],
      queryFn: ({ signal }) => call(secondFactor.get, { signal }),
      // The card shows a failure.
      meta: { ignoreError: true },
    }),
};
