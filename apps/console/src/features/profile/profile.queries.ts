import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Settings, settings } from '@usance/api/people/settings';
import { call } from '../../api/call.ts';
import { accountQueries } from '../account/account.queries.ts';

export const profileQueries = {
  /** The reader's profile. */
  own: () =>
    queryOptions({
      queryKey: ['profile', 'own'],
      queryFn: ({ signal }) => call(settings.get, { signal }),
      meta: { toldByPage: true },
    }),
};

/** Stores the reply of a change, so that the page and the name behind the avatar update at once. */
export function keepProfile(queryClient: QueryClient, profile: Settings): void {
  queryClient.setQueryData(profileQueries.own().queryKey, profile);
  // Only whoami names an operator who acts for the reader.
  queryClient.setQueryData(accountQueries.whoami().queryKey, (known) =>
    known?.assumed ? { ...profile, assumed: known.assumed } : profile,
  );
}
