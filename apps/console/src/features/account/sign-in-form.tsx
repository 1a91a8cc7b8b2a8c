import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accounts, loginBody } from '@usance/api/account';
import { call } from '../../api/call.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { useFailureText } from '../../ui/words/failure-text.ts';
import { RegionSwitch } from '../regional-host/region-switch.tsx';
import { accountQueries } from './account.queries.ts';
import classes from './public-form.module.css';
import { SecureOnly } from './secure-only.tsx';

interface SignInFormProps {
  /** What a link has filled in already. */
  email?: string | undefined;
  onSignedIn: () => void;
}

/** Asks for e-mail and password; once proved, hands over to `onSignedIn`. */
export function SignInForm(props: SignInFormProps) {
  return (
    <SecureOnly>
      <PasswordForm {...props} />
    </SecureOnly>
  );
}

function PasswordForm({ email = '', onSignedIn }: SignInFormProps) {
  const queryClient = useQueryClient();
  const { form, submit } = useCallForm({ body: loginBody, initialValues: { identifier: email, password: '' } });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(accounts.login, { body }),
    meta: { ignoreError: true },
    onSuccess: (identity) => {
      queryClient.clear();
      queryClient.setQueryData(accountQueries.whoami().queryKey, identity);
      notify.success(m.account_signed_in());
      onSignedIn();
    },
  });
  const refusal = useFailureText(signIn.error);
  return (
    <form noValidate className={classes.form} onSubmit={submit((values) => signIn.mutate(values))}>
      <RegionSwitch path="/signin" typed={{ email: form.values.identifier }} />
      <TextInput
        label={m.account_email()}
        type="email"
        autoComplete="username"
        autoFocus
        {...form.getInputProps('identifier')}
      />
      <PasswordInput
        label={m.account_password()}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': m.account_show_password() }}
        {...form.getInputProps('password')}
      />
      <FormRefusal>{refusal}</FormRefusal>
      <Button type="submit" fullWidth loading={signIn.isPending}>
        {m.account_sign_in()}
      </Button>
    </form>
  );
}
