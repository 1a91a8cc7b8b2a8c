import { createFileRoute, redirect } from '@tanstack/react-router';
import { accounts } from '@usance/api/people/account';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { forgetSession, resetInvalidSession } from '../api/session-state.ts';
import * as m from '../i18n/messages.gen.ts';
import { IconLogout } from '../ui/icon/icons.tsx';

/** Ends the session, forgets its data, and shows the sign-in page. */
export const Route = createFileRoute('/logout')({
  staticData: { menu: 'avatar', icon: IconLogout, order: 90, label: m.shell_sign_out },
  beforeLoad: async ({ context, preload }) => {
    if (preload) return;
    // Sends the logout even if the session counts as expired.
    resetInvalidSession();
    try {
      await call(accounts.logout);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    }
    resetInvalidSession();
    context.queryClient.clear();
    forgetSession();
    throw redirect({ href: '/signin', reloadDocument: false, replace: true });
  },
});
