import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConsoleVariant } from '../../api/console-variant.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/notify.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Appearance } from './appearance.tsx';
import { DetailsForm } from './details-form.tsx';
import { Portrait } from './portrait.tsx';
import classes from './profile.module.css';
import { profileQueries } from './profile.queries.ts';
import { SignInFacts } from './sign-in-facts.tsx';

interface ProfilePageProps {
  variant: ConsoleVariant;
  /** The person's sessions, beside what is theirs to say. */
  sessions: ReactNode;
  onSignOut: () => void;
}

/** Time to read that the password is set before everything is signed out. */
const signOutAfterMs = 1_000;

/** Everything about the person: what they say of themselves and how the console looks; beside it how they sign in, and where they are. */
export function ProfilePage({ variant, sessions, onSignOut }: ProfilePageProps) {
  const { data: profile } = useSuspenseQuery(profileQueries.own());
  const signOutSoon = () => {
    notify.success(m.profile_password_set());
    // Whoever leaves the page meanwhile is signed out as well.
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
