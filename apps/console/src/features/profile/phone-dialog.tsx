import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { codePhone } from '@usance/api/phone';
import { settings } from '@usance/api/settings';
import { provedPhone, verifications } from '@usance/api/verification';
import { call } from '../../api/call.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { FailureLine } from './failure-line.tsx';
import classes from './profile.module.css';
import { keepProfile } from './profile.queries.ts';
import { ProofField } from './proof-field.tsx';
import { besideFields, tellField } from './refused-field.ts';
import { useCode } from './use-code.ts';

/** Another telephone, proved by the code that is sent to it. */
export function PhoneDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={m.profile_change_phone()}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': m.ui_close() }}
    >
      <PhoneForm onClose={onClose} />
    </Modal>
  );
}

function PhoneForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { form, submit } = useCallForm({
    body: provedPhone,
    initialValues: { number: '', authJobID: '', token: '' },
  });
  const { number } = form.values;
  const code = useCode({
    target: number,
    send: (to) => call(verifications.sendSms, { params: { number: to } }),
    onSent: (jobID) => form.setFieldValue('authJobID', jobID),
  });
  const change = useMutation({
    mutationFn: (body: typeof form.values) => call(settings.setPhone, { body }),
    meta: { ignoreError: true },
    onSuccess: (profile) => {
      keepProfile(queryClient, profile);
      notify.success(m.profile_phone_set());
      onClose();
    },
    onError: (error) => tellField(form, error),
  });
  const sendCode = () => {
    if (codePhone.safeParse(number).success) return code.send();
    form.validateField('number');
    form.getInputNode('number')?.focus();
  };
  const numberField = form.getInputProps('number');
  return (
    <form noValidate className={classes.form} onSubmit={submit((values) => change.mutate(values))}>
      <TextInput
        label={m.profile_new_phone()}
        description={m.profile_new_phone_hint()}
        type="tel"
        autoComplete="tel-national"
        maxLength={20}
        data-autofocus
        {...numberField}
        onChange={(event) => {
          numberField.onChange(event);
          // A code proves the telephone it was sent to and no other.
          form.setFieldValue('authJobID', '');
        }}
      />
      <ProofField
        code={code}
        target={number}
        field={form.getInputProps('token')}
        notSent={form.getInputProps('authJobID')}
        onSend={sendCode}
      />
      <FailureLine error={besideFields(form, change.error)} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={change.isPending}>
          {m.profile_save()}
        </Button>
      </div>
    </form>
  );
}
