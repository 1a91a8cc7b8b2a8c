import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Datacloud, dataclouds } from '@usance/api/datacloud';
import { type FormEvent, useState } from 'react';
import { NetworkError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';
import { useFocusBack } from '../../ui/feedback/use-focus-back.ts';
import classes from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';

interface DeleteDatacloudDialogProps {
  datacloud: Datacloud;
  onClose: () => void;
}

/** The last question before a data cloud is deleted: whoever means it writes its name. */
export function DeleteDatacloudDialog({ datacloud, onClose }: DeleteDatacloudDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.datacloud_delete_title()}
      size={500}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <Question datacloud={datacloud} onClose={onClose} />
    </Modal>
  );
}

function Question({ datacloud: { id, name, regionID }, onClose }: DeleteDatacloudDialogProps) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const remove = useMutation({
    mutationFn: () => call(dataclouds.delete, { params: { datacloudID: id }, query: { regionID }, idempotencyKey }),
    onSuccess: () => {
      notify.success(m.datacloud_deleted());
      void queryClient.invalidateQueries({ queryKey: ['datacloud'] });
      sayDone();
      onClose();
    },
    // What is shown is not how it stands.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['datacloud'] }),
  });
  // A refusal is told by a message; that no reply came, only after several.
  const silence = useFailureText(remove.error instanceof NetworkError ? remove.error : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== name) return setError(m.datacloud_delete_other_name());
    remove.mutate();
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p className={classes.why}>{m.datacloud_delete_effect()}</p>
      <TextInput
        label={m.datacloud_delete_name({ name })}
        value={typed}
        error={error}
        data-autofocus
        required
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <FormRefusal>{silence}</FormRefusal>
      <div className={classes.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" color="red" loading={remove.isPending}>
          {m.datacloud_delete()}
        </Button>
      </div>
    </form>
  );
}
