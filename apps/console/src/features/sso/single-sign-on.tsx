import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sso, ssoQuery } from '@usance/api/sso';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './single-sign-on.module.css';

interface SingleSignOnProps {
  /** Where its reader wants to go once they are signed in. */
  target: string;
  /** What they have typed as their e-mail already. */
  email?: string;
  leaveFor?: (url: string) => void;
}

/** The way to the identity provider of somebody's organization; over plain http there is none, as there is no other. */
export function SingleSignOn(way: SingleSignOnProps) {
  const [isAsked, setAsked] = useState(false);
  if (!window.isSecureContext) return null;
  return (
    <section className={classes.way} aria-label={m.sso_title()}>
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
function EmailForm({ target, email = '', leaveFor = leave }: SingleSignOnProps) {
  const { form, submit } = useCallForm({ body: ssoQuery, initialValues: { identifier: email } });
  const from = target.length > longestTarget ? undefined : target;
  const begin = useMutation({
    mutationFn: ({ identifier }: typeof form.values) => call(sso.begin, { query: { identifier, from } }),
    meta: { ignoreError: true },
    onSuccess: ({ url }) => leaveFor(url),
  });
  const refusal = useFailureText(begin.error);
  const { error, ...identifier } = form.getInputProps('identifier');
  // That there is none for it is to be said of the e-mail, until another is sent.
  const isOfEmail = begin.error instanceof ApiError && begin.error.reason === 'SINGLE_SIGN_ON_NOT_FOUND';
  return (
    <form noValidate className={classes.form} onSubmit={submit((values) => begin.mutate(values))}>
      <TextInput
        label={m.sso_email()}
        description={m.sso_email_why()}
        type="email"
        autoComplete="email"
        autoFocus
        {...identifier}
        error={error ?? (isOfEmail && refusal)}
      />
      {!isOfEmail && <FormRefusal error={begin.error} />}
      {/* Until the other page is there, this one is on its way to it. */}
      <Button type="submit" variant="default" fullWidth loading={begin.isPending || begin.isSuccess}>
        {m.sso_continue()}
      </Button>
    </form>
  );
}
