import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { accounts, loginBody } from '@usance/api/people/account';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { RegionSwitch } from '../regional-host/region-switch.tsx';
import classes from './public-form.module.css';
import { SecondFactorField } from './second-factor-field.tsx';
import { SecureOnly } from './secure-only.tsx';
import { useCodeAsked } from './use-code-asked.ts';
import { useSignedIn } from './use-signed-in.ts';

interface SignInFormProps {
  /** The e-mail from a link. */
  email?: string | undefined;
  /** Called with the typed e-mail, for other parts of the page. */
  onEmail?: (email: string) => void;
  /** The link for a forgotten password. */
  forgot?: ReactNode;
  onSignedIn: () => void;
}

/** Asks for e-mail and password, and for a code if the account has a second factor; then calls `onSignedIn`. */
export function SignInForm(props: SignInFormProps) {
  return (
    <SecureOnly>
      <PasswordForm {...props} />
    </SecureOnly>
  );
}

interface Said extends Record<string, unknown> {
  identifier: string;
  password: string;
  code?: string;
}

function PasswordForm({ email = '', onEmail, forgot, onSignedIn }: SignInFormProps) {
  const initialValues: Said = { identifier: email, password: '' };
  const { form, submit, objectTo } = useCallForm({ body: loginBody, initialValues });
  const done = useSignedIn(onSignedIn);
  const code = useCodeAsked(form, objectTo);
  const signIn = useMutation({
    mutationFn: (body: Said) => call(accounts.login, { body }),
    meta: { ignoreError: true },
    onSuccess: done,
    onError: code.onError,
  });
  const { onChange, ...identifier } = form.getInputProps('identifier');
  return (
    <form noValidate className={classes.form} onSubmit={submit((values) => signIn.mutate(values))}>
      <RegionSwitch path="/signin" typed={{ email: form.values.identifier }} />
      <TextInput
        label={m.account_email()}
        type="email"
        autoComplete="username"
        autoFocus
        {...identifier}
        onChange={(event) => {
          // Another e-mail may need another code.
          code.forget();
          onChange(event);
          onEmail?.(event.currentTarget.value);
        }}
      />
      <div className={classes.withForgot}>
        <PasswordInput
          label={m.account_password()}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': m.account_show_password() }}
          {...form.getInputProps('password')}
        />
        {forgot !== undefined && <span className={classes.forgot}>{forgot}</span>}
      </div>
      {code.isAsked && <SecondFactorField {...form.getInputProps('code')} />}
      <FormRefusal error={code.besideField(signIn.error)} />
      <Button type="submit" fullWidth loading={signIn.isPending}>
        {m.account_sign_in()}
      </Button>
    </form>
  );
}
