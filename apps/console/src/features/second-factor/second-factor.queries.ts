import { queryOptions } from '@tanstack/react-query';
import { secondFactor } from '@usance/api/second-factor';
import { call } from '../../api/call.ts';

export const secondFactorQueries = {
  /** Whether signing in asks the reader for a code. */
  own: () =>
    queryOptions({
      queryKey: ['second-factor', 'own'],
      queryFn: ({ signal }) => call(secondFactor.get, { signal }),
      // The place itself says what went wrong.
      meta: { ignoreError: true },
    }),
};
