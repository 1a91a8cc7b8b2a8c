import { Link } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from '../account/public-form.module.css';
import { SecureOnly } from '../account/secure-only.tsx';
import { FullNameForm } from './full-name-form.tsx';
import type { Prefilled } from './registration-search.ts';
import { RegistrationSteps } from './registration-steps.tsx';

interface RegistrationPageProps {
  variant: 'hosted' | 'self-hosted';
  /** The page that the reader came from, for the link to sign in. */
  from: string | undefined;
  prefilled: Prefilled;
  onRegistered: () => void;
}

/** Creates an account: in three steps, or on one page if self-hosted. */
export function RegistrationPage({ variant, from, ...form }: RegistrationPageProps) {
  return (
    <>
      <PageHeader title={m.registration_title()} />
      <SecureOnly>
        {variant === 'self-hosted' ? (
          <FullNameForm isPhoneRequired={false} {...form} />
        ) : (
          <RegistrationSteps {...form} />
        )}
      </SecureOnly>
      <p className={classes.ways}>
        <span>
          {m.registration_has_account()}{' '}
          <Link to="/signin" search={{ from }}>
            {m.account_sign_in()}
          </Link>
        </span>
        {variant === 'hosted' && <Link to="/book-demo">{m.demo_booking_title()}</Link>}
      </p>
    </>
  );
}
