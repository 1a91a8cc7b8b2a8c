import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConsoleVariant } from '../../api/boot.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Appearance } from './appearance.tsx';
import { DetailsForm } from './details-form.tsx';
import { Portrait } from './portrait.tsx';
import classes from './profile.module.css';
import { profileQueries } from './profile.queries.ts';
import { SignInFacts } from './sign-in-facts.tsx';

interface ProfilePageProps {
  variant: ConsoleVariant;
  /** The section with the reader's sessions. */
  sessions: ReactNode;
  onSignOut: () => void;
}

/** Time to read that the password is set, before the reader is signed out. */
const signOutAfterMs = 1_000;

/** The account page: profile and appearance, and beside them how the reader signs in, and their sessions. */
export function ProfilePage({ variant, sessions, onSignOut }: ProfilePageProps) {
  const { data: profile } = useSuspenseQuery(profileQueries.own());
  const signOutSoon = () => {
    notify.success(m.profile_password_set());
    // Runs even if the reader leaves the page.
    setTimeout(onSignOut, signOutAfterMs);
  };
  return (
    <>
      <PageHeader title={m.profile_title()} lead={m.profile_lead()} />
      <div className={classes.columns}>
        <div>
          <Portrait profile={profile} />
          <DetailsForm profile={profile} variant={variant} />
          <Appearance />
        </div>
        <div>
          <SignInFacts profile={profile} onPasswordChanged={signOutSoon} />
          {sessions}
        </div>
      </div>
    </>
  );
}
