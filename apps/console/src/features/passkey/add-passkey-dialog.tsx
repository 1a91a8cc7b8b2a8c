import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  madeCredential,
  type Passkey,
  type PasskeyCreation,
  passkeys,
  renamePasskeyBody,
} from '@usance/api/people/passkey';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { PasskeyFailure } from '../account/passkey-failure.tsx';
import { PasskeyUnused } from '../account/prove-passkey.ts';
import { deviceWords } from '../session/device-words.ts';

interface AddPasskeyDialogProps {
  /** The options for the browser; the dialog is closed without them. */
  begun: PasskeyCreation | undefined;
  onClose: () => void;
  onAdded: () => void;
}

/** Asks for a name, then opens the browser's own dialog; some browsers open it only after a press. */
export function AddPasskeyDialog({ begun, ...form }: AddPasskeyDialogProps) {
  return (
    <FormModal opened={begun !== undefined} onClose={form.onClose} title={m.passkey_add()} size={440}>
      {begun && <AddForm begun={begun} {...form} />}
    </FormModal>
  );
}

function AddForm({ begun, onClose, onAdded }: AddPasskeyDialogProps & { begun: PasskeyCreation }) {
  const { form, submit } = useCallForm({
    body: renamePasskeyBody,
    initialValues: { name: deviceWords(navigator.userAgent).slice(0, 60) },
  });
  const add = useMutation({
    mutationFn: ({ name }: { name: string }) => makePasskey(begun, name),
    meta: { ignoreError: true },
    onSuccess: () => {
      notify.success(m.passkey_added());
      onAdded();
      onClose();
    },
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => add.mutate(values))}>
      <p className={dialog.why}>{m.passkey_add_why()}</p>
      <TextInput
        label={m.passkey_name()}
        description={m.passkey_name_hint()}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <PasskeyFailure error={add.error} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={add.isPending}>
          {m.passkey_make()}
        </Button>
      </div>
    </form>
  );
}

/** Lets the browser make a passkey, and adds it with a name. */
async function makePasskey(optionsJSON: PasskeyCreation, name: string): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    const isHere = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new PasskeyUnused(isHere ? m.passkey_here_already() : m.passkey_not_made(), { cause });
  });
  return call(passkeys.add, { body: { name, credential: madeCredential.parse(made) } });
}
