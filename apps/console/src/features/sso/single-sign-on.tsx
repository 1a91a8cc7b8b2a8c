import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sso, ssoQuery } from '@usance/api/sso';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { m } from '../../paraglide/messages.js';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './single-sign-on.module.css';
import { ssoRefusal } from './sso-refusal.ts';

interface SingleSignOnProps {
  /** Where its reader wants to go once they are signed in. */
  target: string;
  /** Why the one that brought them back here did not succeed. */
  refused: string | undefined;
  /** What they have typed as their e-mail already. */
  email?: string;
  leaveFor?: (url: string) => void;
}

/** The way to the identity provider of somebody's organization; over plain http there is none, as there is no other. */
export function SingleSignOn({ refused, ...way }: SingleSignOnProps) {
  const [isAsked, setAsked] = useState(false);
  const error = useMemo(() => (refused === undefined ? null : ssoRefusal(refused)), [refused]);
  const refusal = useFailureText(error);
  if (!window.isSecureContext) return null;
  return (
    <section className={classes.way} aria-label={m.sso_title()}>
      {!isAsked && <FormRefusal>{refusal}</FormRefusal>}
      {isAsked ? (
        <EmailForm {...way} />
      ) : (
        <Button variant="default" fullWidth onClick={() => setAsked(true)}>
          {m.sso_use()}
        </Button>
      )}
    </section>
  );
}

const longestTarget = 2_000;
const leave = (url: string) => window.location.assign(url);

/** Asks whose provider it is; their browser leaves for it. */
function EmailForm({ target, email = '', leaveFor = leave }: Omit<SingleSignOnProps, 'refused'>) {
  const { form, submit } = useCallForm({ body: ssoQuery, initialValues: { identifier: email } });
  const from = target.length > longestTarget ? undefined : target;
  const begin = useMutation({
    mutationFn: ({ identifier }: typeof form.values) => call(sso.begin, { query: { identifier, from } }),
    meta: { ignoreError: true },
    onSuccess: ({ url }) => leaveFor(url),
  });
  const refusal = useFailureText(begin.error);
  return (
    <form noValidate className={classes.form} onSubmit={submit((values) => begin.mutate(values))}>
      <TextInput
        label={m.sso_email()}
        description={m.sso_email_why()}
        type="email"
        autoComplete="email"
        autoFocus
        {...form.getInputProps('identifier')}
      />
      <FormRefusal>{refusal}</FormRefusal>
      {/* Until the other page is there, this one is on its way to it. */}
      <Button type="submit" variant="default" fullWidth loading={begin.isPending || begin.isSuccess}>
        {m.sso_continue()}
      </Button>
    </form>
  );
}
