import { useQueryClient } from '@tanstack/react-query';
import type { Identity } from '@usance/api/people/account';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { accountQueries } from './account.queries.ts';

/** Returns a callback for after signing in, by any method. Clears all cached data of an earlier account. */
export function useSignedIn(onSignedIn: () => void): (identity: Identity) => void {
  const queryClient = useQueryClient();
  return (identity) => {
    queryClient.clear();
    queryClient.setQueryData(accountQueries.whoami().queryKey, identity);
    notify.success(m.account_signed_in());
    onSignedIn();
  };
}
