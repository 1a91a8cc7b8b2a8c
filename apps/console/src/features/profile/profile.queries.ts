import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Settings, settings } from '@usance/api/settings';
import { call } from '../../api/call.ts';
import { accountQueries } from '../account/account.queries.ts';

export const profileQueries = {
  /** What the reader has said of themselves. */
  own: () =>
    queryOptions({
      queryKey: ['profile', 'own'],
      queryFn: ({ signal }) => call(settings.get, { signal }),
      meta: { toldByPage: true },
    }),
};

/** Takes in what a change has replied: the page, and the name behind the avatar, follow at once. */
export function keepProfile(queryClient: QueryClient, profile: Settings): void {
  queryClient.setQueryData(profileQueries.own().queryKey, profile);
  // Who acts for them is told by whoami alone.
  queryClient.setQueryData(accountQueries.whoami().queryKey, (known) =>
    known?.assumed ? { ...profile, assumed: known.assumed } : profile,
  );
}
