import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sso, ssoQuery } from '@usance/api/people/sso';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './single-sign-on.module.css';

interface SingleSignOnProps {
  /** The page to go to after signing in. */
  target: string;
  /** The e-mail typed in the other form. */
  email?: string;
  leaveFor?: (url: string) => void;
}

/** Signs in through the organization's identity provider. Not offered over plain http, like the other ways. */
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

/** Asks for the e-mail; the browser then goes to its provider. */
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
  // An e-mail without a provider is marked at its field, until another is sent.
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
      {/* Shows loading until the provider's page appears. */}
      <Button type="submit" variant="default" fullWidth loading={begin.isPending || begin.isSuccess}>
        {m.sso_continue()}
      </Button>
    </form>
  );
}
