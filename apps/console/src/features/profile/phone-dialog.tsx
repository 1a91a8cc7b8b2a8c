import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settings } from '@usance/api/people/settings';
import { provedPhone } from '@usance/api/people/verification';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields } from '../../ui/form/refused-field.ts';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { CodeField } from '../verification/code-field.tsx';
import { sendCodeTo, useSentCode } from '../verification/use-sent-code.ts';
import { keepProfile } from './profile.queries.ts';

/** Sets another telephone with a code that is sent to it. */
export function PhoneDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormModal opened={opened} onClose={onClose} title={m.profile_change_phone()} size={440}>
      <PhoneForm onClose={onClose} />
    </FormModal>
  );
}

const said = z.object({ number: provedPhone.shape.number, token: provedPhone.shape.token });
const names = { number: 'number', token: 'token', authJobID: 'token' };

function PhoneForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const callForm = useCallForm({ body: said, initialValues: { number: '', token: '' } });
  const { form, submit, objectTo, tellField } = callForm;
  const codes = useSentCode('phone');
  const change = useMutation({
    mutationFn: (authJobID: string) => call(settings.setPhone, { body: { ...form.values, authJobID } }),
    meta: { ignoreError: true },
    onSuccess: (profile) => {
      codes.forget();
      keepProfile(queryClient, profile);
      notify.success(m.profile_phone_set());
      onClose();
    },
    onError: (error) => tellField(error, names),
  });
  const { number } = form.values;
  return (
    <form
      noValidate
      className={dialog.form}
      onSubmit={submit(() => {
        // A code proves only the number it was sent to.
        const authJobID = codes.jobFor(number);
        if (authJobID === undefined) objectTo('token', m.verification_not_sent());
        else change.mutate(authJobID);
      })}
    >
      <TextInput
        label={m.profile_new_phone()}
        description={m.profile_new_phone_hint()}
        type="tel"
        autoComplete="tel-national"
        required
        maxLength={20}
        data-autofocus
        {...form.getInputProps('number')}
      />
      <CodeField
        label={m.verification_code()}
        required
        codes={codes}
        target={number}
        onSend={() => sendCodeTo('number', { callForm, codes, names, earlier: change })}
        {...form.getInputProps('token')}
      />
      <FormRefusal error={besideFields([change.error, codes.error], names)} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={change.isPending}>
          {m.ui_save()}
        </Button>
      </div>
    </form>
  );
}
