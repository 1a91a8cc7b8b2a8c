import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { email } from '@usance/api/email';
import { newPassword } from '@usance/api/people/password';
import { settings } from '@usance/api/people/settings';
import { codeProof } from '@usance/api/people/verification';
import { says } from '@usance/api/rule';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields } from '../../ui/form/refused-field.ts';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import classes from '../account/public-form.module.css';
import { CodeField } from '../verification/code-field.tsx';
import { sendCodeTo, useSentCode } from '../verification/use-sent-code.ts';
import { NewPasswordField } from './new-password-field.tsx';

interface SetPasswordFormProps {
  /** The account's e-mail, if it is known and fixed. */
  knownEmail?: string;
  /** Given in a dialog, which can be cancelled. */
  onCancel?: () => void;
  onSet: () => void;
}

const said = z
  .object({
    email,
    token: codeProof,
    password: newPassword,
    confirmed: z.string().check(z.minLength(1, says('passwordRequired'))),
  })
  .check(({ value, issues }) => {
    if (value.confirmed === '' || value.confirmed === value.password) return;
    issues.push({ code: 'custom', input: value.confirmed, path: ['confirmed'], message: m.password_mismatch() });
  });

const names = { email: 'email', token: 'token', authJobID: 'token', password: 'password' };

/** Sets a new password with a code by e-mail; all sessions end. */
export function SetPasswordForm({ knownEmail, onCancel, onSet }: SetPasswordFormProps) {
  const callForm = useCallForm({
    body: said,
    initialValues: { email: knownEmail ?? '', token: '', password: '', confirmed: '' },
  });
  const { form, submit, objectTo, tellField } = callForm;
  const codes = useSentCode('reset');
  const set = useMutation({
    mutationFn: ({ authJobID }: { authJobID: string }) => {
      const { confirmed: _, ...rest } = form.values;
      return call(settings.setPassword, { body: { ...rest, authJobID } });
    },
    meta: { ignoreError: true },
    onSuccess: () => {
      codes.forget();
      onSet();
    },
    onError: (error) => tellField(error, names),
  });
  const { email: address } = form.values;
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={submit(() => {
        const authJobID = codes.jobFor(address);
        if (authJobID === undefined) objectTo('token', m.verification_not_sent());
        else set.mutate({ authJobID });
      })}
    >
      <TextInput
        label={m.account_email()}
        type="email"
        autoComplete="username"
        required
        readOnly={knownEmail !== undefined}
        {...form.getInputProps('email')}
      />
      <CodeField
        label={m.verification_code()}
        required
        codes={codes}
        target={address}
        // The first field to fill in if the e-mail is known.
        data-autofocus={knownEmail !== undefined}
        onSend={() => sendCodeTo('email', { callForm, codes, names, earlier: set })}
        {...form.getInputProps('token')}
      />
      <NewPasswordField label={m.password_new()} {...form.getInputProps('password')} />
      <PasswordInput
        label={m.password_confirm()}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': m.account_show_password() }}
        {...form.getInputProps('confirmed')}
      />
      <FormRefusal error={besideFields([set.error, codes.error], names)} />
      <div className={onCancel ? classes.end : classes.form}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        )}
        <Button type="submit" loading={set.isPending}>
          {m.password_set()}
        </Button>
      </div>
    </form>
  );
}
