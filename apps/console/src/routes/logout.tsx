import { createFileRoute, redirect } from '@tanstack/react-router';
import { accounts } from '@usance/api/account';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/** Ends the session, forgets everything that was fetched in it, and shows the way back in. */
export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ context, preload }) => {
    if (preload) return;
    try {
      await call(accounts.logout);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    }
    context.queryClient.clear();
    sessionStorage.clear();
    throw redirect({ href: '/signin', reloadDocument: false, replace: true });
  },
});
