import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { RefusedSignOn } from '../sso/refused-sign-on.tsx';
import { SingleSignOn } from '../sso/single-sign-on.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import classes from './public-form.module.css';
import { SignInForm } from './sign-in-form.tsx';

interface SignInPageProps {
  /** Where its reader wanted to go, for whoever has no account yet. */
  from: string | undefined;
  /** Where they go once they are signed in. */
  target: string;
  /** Why a single sign-on brought them back here. */
  refused: string | undefined;
  /** What a link has filled in already. */
  email: string | undefined;
  /** Whether somebody shows the product: where the console is somebody's own, nobody does. */
  hasDemos: boolean;
  onSignedIn: () => void;
}

/** Where everybody comes in. */
export function SignInPage({ from, target, email, refused, hasDemos, onSignedIn }: SignInPageProps) {
  const [typed, setTyped] = useState(email ?? '');
  return (
    <>
      <PageHeader title={m.account_sign_in()} lead={m.account_sign_in_lead()} />
      {/* Before all ways in: who comes back to this page looks there for why. */}
      <RefusedSignOn reason={refused} />
      <SignInForm
        email={email}
        onEmail={setTyped}
        forgot={<Link to="/forgot">{m.password_forgot()}</Link>}
        onSignedIn={onSignedIn}
      />
      {/* Over plain http there is no other way in either. */}
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
