import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Passkey, passkeys, renamePasskeyBody } from '@usance/api/people/passkey';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useCallForm } from '../../ui/form/use-call-form.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey | undefined;
  onClose: () => void;
  onRenamed: () => void;
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, ...form }: RenamePasskeyDialogProps) {
  return (
    <FormModal opened={passkey !== undefined} onClose={form.onClose} title={m.passkey_rename()} size={440}>
      {passkey && <RenameForm passkey={passkey} {...form} />}
    </FormModal>
  );
}

function RenameForm({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps & { passkey: Passkey }) {
  const { form, submit } = useCallForm({ body: renamePasskeyBody, initialValues: { name: passkey.name } });
  const rename = useMutation({
    mutationFn: (body: { name: string }) => call(passkeys.rename, { params: { id: passkey.id }, body }),
    meta: { ignoreError: true },
    onSuccess: () => {
      notify.success(m.passkey_renamed());
      onRenamed();
      onClose();
    },
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => rename.mutate(values))}>
      <TextInput label={m.passkey_name()} data-autofocus {...form.getInputProps('name')} />
      <FormRefusal error={rename.error} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={rename.isPending}>
          {m.ui_save()}
        </Button>
      </div>
    </form>
  );
}
