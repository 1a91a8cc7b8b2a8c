import { Button, Modal, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { setPasswordBody, settings } from '@usance/api/settings';
import { verifications } from '@usance/api/verification';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { m } from '../../paraglide/messages.js';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { FailureLine } from './failure-line.tsx';
import classes from './profile.module.css';
import { ProofField } from './proof-field.tsx';
import { besideFields, tellField } from './refused-field.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { useCode } from './use-code.ts';

interface PasswordDialogProps {
  opened: boolean;
  email: string;
  onClose: () => void;
  onChanged: () => void;
}

/** A new password, proved by a code to the e-mail. */
export function PasswordDialog({ opened, onClose, ...form }: PasswordDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={m.profile_set_password()}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': m.ui_close() }}
    >
      <PasswordForm onClose={onClose} {...form} />
    </Modal>
  );
}

/** The call's body, and the password a second time. */
const passwordForm = z
  .strictObject({
    authJobID: setPasswordBody.shape.authJobID,
    token: setPasswordBody.shape.token,
    email: setPasswordBody.shape.email,
    password: setPasswordBody.shape.password,
    confirm: z.string(),
  })
  .check(
    z.refine(({ password, confirm }) => password === confirm, {
      path: ['confirm'],
      error: () => m.profile_password_mismatch(),
      // All that is wrong is told at once.
      when: () => true,
    }),
  );

function PasswordForm({ email, onClose, onChanged }: Omit<PasswordDialogProps, 'opened'>) {
  const { form, submit } = useCallForm({
    body: passwordForm,
    initialValues: { authJobID: '', token: '', email, password: '', confirm: '' },
  });
  const code = useCode({
    target: email,
    send: (to) => call(verifications.sendMail, { params: { email: to }, query: { purpose: 'reset' } }),
    onSent: (jobID) => form.setFieldValue('authJobID', jobID),
  });
  const change = useMutation({
    mutationFn: ({ confirm: _, ...body }: typeof form.values) => call(settings.setPassword, { body }),
    meta: { ignoreError: true },
    onSuccess: () => {
      onClose();
      onChanged();
    },
    onError: (error) => tellField(form, error),
  });
  const eye = { visibilityToggleButtonProps: { 'aria-label': m.profile_show_password() } };
  return (
    <form noValidate className={classes.form} onSubmit={submit((values) => change.mutate(values))}>
      <p className={classes.why}>{m.profile_set_password_why({ email })}</p>
      {/* So that whoever keeps passwords knows whose this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <ProofField
        code={code}
        target={email}
        field={form.getInputProps('token')}
        notSent={form.getInputProps('authJobID')}
        onSend={code.send}
      />
      <div>
        <PasswordInput
          label={m.profile_new_password()}
          description={m.password_hint()}
          autoComplete="new-password"
          {...eye}
          {...form.getInputProps('password')}
        />
        <StrengthMeter password={form.values.password} />
      </div>
      <PasswordInput
        label={m.profile_confirm_password()}
        autoComplete="new-password"
        {...eye}
        {...form.getInputProps('confirm')}
      />
      <FailureLine error={besideFields(form, change.error)} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={change.isPending}>
          {m.profile_set_password()}
        </Button>
      </div>
    </form>
  );
}
