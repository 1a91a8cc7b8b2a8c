import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from '../account/public-form.module.css';
import { SecureOnly } from '../account/secure-only.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

/** Sets a new password with a code by e-mail, for a reader who forgot theirs. */
export function ForgotPage({ onSet }: { onSet: () => void }) {
  const queryClient = useQueryClient();
  return (
    <>
      <PageHeader title={m.password_forgot()} lead={m.password_forgot_lead()} />
      <SecureOnly>
        <SetPasswordForm
          onSet={() => {
            // All sessions of the account have ended, this browser's as well.
            queryClient.clear();
            notify.success(m.password_was_set());
            onSet();
          }}
        />
      </SecureOnly>
      <p className={classes.ways}>
        <Link to="/signin">{m.password_to_sign_in()}</Link>
      </p>
    </>
  );
}
