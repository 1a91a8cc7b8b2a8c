import { queryOptions } from '@tanstack/react-query';
import { passkeys } from '@usance/api/people/passkey';
import { call } from '../../api/call.ts';

export const passkeyQueries = {
  /** The reader's passkeys. */
  own: () =>
    queryOptions({
      queryKey: ['passkey', 'own'],
      queryFn: ({ signal }) => call(passkeys.list, { signal }),
      // The card shows a failure.
      meta: { ignoreError: true },
    }),
};
