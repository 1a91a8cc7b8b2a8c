import { Button } from '@mantine/core';
import type { Settings } from '@usance/api/people/settings';
import { type ReactNode, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from './profile.module.css';

const SignInDialogs = lateDialog(async () => (await import('./sign-in-dialogs.tsx')).SignInDialogs, 'opened');

interface SignInFactsProps {
  profile: Settings;
  onPasswordChanged: () => void;
}

/** The reader's sign-in details: the e-mail, which is fixed, and telephone and password, which can be changed. */
export function SignInFacts({ profile: { identifier, traits }, onPasswordChanged }: SignInFactsProps) {
  const [opened, setOpened] = useState<'phone' | 'password'>();
  const close = () => setOpened(undefined);
  return (
    <Section title={m.profile_sign_in()}>
      <dl className={classes.rows}>
        <Row name={m.profile_email()}>
          <IdText id={identifier} longest={254} />
        </Row>
        <Row
          name={m.profile_phone()}
          action={<Change label={m.profile_change_phone()} onPress={() => setOpened('phone')} />}
        >
          {traits.phone ?? <span className={classes.none}>{m.profile_phone_none()}</span>}
        </Row>
        <Row
          name={m.profile_password()}
          action={<Change label={m.profile_change_password()} onPress={() => setOpened('password')} />}
        >
          <span role="img" aria-label={m.profile_password_hidden()}>
            ••••••••
          </span>
        </Row>
      </dl>
      <SignInDialogs opened={opened} email={identifier} onClose={close} onPasswordChanged={onPasswordChanged} />
    </Section>
  );
}

function Row({ name, children, action }: { name: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes.value}>{children}</dd>
      {action && <dd>{action}</dd>}
    </div>
  );
}

function Change({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button variant="default" size="xs" aria-label={label} onClick={onPress}>
      {m.profile_change()}
    </Button>
  );
}
