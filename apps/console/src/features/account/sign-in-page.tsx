import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DemoPerson } from '../../api/boot.ts';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { RefusedSignOn } from '../sso/refused-sign-on.tsx';
import { SingleSignOn } from '../sso/single-sign-on.tsx';
import { DemoPeople } from './demo-people.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './public-form.module.css';
import { SignInForm } from './sign-in-form.tsx';

interface SignInPageProps {
  /** The page that the reader came from, for the link to sign up. */
  from: string | undefined;
  /** The page to go to after signing in. */
  target: string;
  /** The reason why a single sign-on came back here. */
  refused: string | undefined;
  /** The e-mail from a link. */
  email: string | undefined;
  /** True if demos are offered; self-hosted installations have none. */
  hasDemos: boolean;
  /** Empty outside a demonstration. */
  demoPeople: readonly DemoPerson[];
  onSignedIn: () => void;
}

/** The sign-in page. */
export function SignInPage({ from, target, email, refused, hasDemos, demoPeople, onSignedIn }: SignInPageProps) {
  const [typed, setTyped] = useState(email ?? '');
  return (
    <>
      <PageHeader title={m.account_sign_in()} lead={m.account_sign_in_lead()} />
      {/* Before all ways to sign in, where a returning reader looks for the reason. */}
      <RefusedSignOn reason={refused} />
      {window.isSecureContext && demoPeople.length > 0 && <DemoPeople people={demoPeople} onSignedIn={onSignedIn} />}
      <SignInForm
        email={email}
        onEmail={setTyped}
        forgot={<Link to="/forgot">{m.password_forgot()}</Link>}
        onSignedIn={onSignedIn}
      />
      {/* Over plain http the other ways do not work either. */}
      {window.isSecureContext && (
        <div className={classes.others}>
          <p className={classes.or}>{m.account_or()}</p>
          <PasskeyButton onSignedIn={onSignedIn} />
          <SingleSignOn target={target} email={typed} />
        </div>
      )}
      <p className={classes.ways}>
        <span>
          {m.registration_invitation()}{' '}
          <Link to="/signup" search={{ from }}>
            {m.registration_title()}
          </Link>
        </span>
        {hasDemos && <Link to="/book-demo">{m.demo_booking_title()}</Link>}
      </p>
    </>
  );
}
