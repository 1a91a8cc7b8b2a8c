import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { login, loginBody } from '@usance/api/account';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';
import classes from './sign-in-form.module.css';

/** Asks for e-mail and password; once proved, hands over to `onSignedIn`. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { identifier: '', password: '' },
    validate: schemaResolver(loginBody, { sync: true }),
  });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(login, { body }),
    meta: { ignoreError: true },
    onSuccess: (identity) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, identity);
      notify.success(m.account_signed_in());
      onSignedIn();
    },
  });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => signIn.mutate(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'identifier')?.focus(),
      )}
    >
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
      {signIn.error && (
        <p role="alert" className={classes.refusal}>
          {signIn.error.message}
        </p>
      )}
      <Button type="submit" fullWidth loading={signIn.isPending}>
        {m.account_sign_in()}
      </Button>
      <p className={classes.links}>
        <Anchor href="/forgot">{m.account_forgot()}</Anchor>
        <Anchor href="/signup">{m.account_sign_up()}</Anchor>
      </p>
    </form>
  );
}
