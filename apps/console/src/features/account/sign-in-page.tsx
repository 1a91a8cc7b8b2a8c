import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Where everybody comes in. */
export function SignInPage({ onSignedIn }: { onSignedIn: () => void }) {
  return (
    <>
      <PageHeader title={m.account_sign_in()} lead={m.account_sign_in_lead()} />
      <SignInForm onSignedIn={onSignedIn} />
    </>
  );
}
