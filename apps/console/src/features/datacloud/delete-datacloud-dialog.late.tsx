import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Datacloud, dataclouds } from '@usance/api/contract/datacloud';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { isPlatformGrantWanting } from '../../api/platform-grant-state.ts';
import * as m from '../../i18n/messages.gen.ts';
import { AskFirst } from '../../ui/feedback/dialog/ask-first.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';

interface DeleteDatacloudDialogProps {
  datacloud: Datacloud;
  onClose: () => void;
}

/** Asks the reader to type the data cloud's name before it is deleted. */
export function DeleteDatacloudDialog({ datacloud: { id, name, regionID }, onClose }: DeleteDatacloudDialogProps) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const remove = useMutation({
    mutationFn: () => call(dataclouds.delete, { params: { datacloudID: id }, query: { regionID }, idempotencyKey }),
    meta: { ignoreError: true },
    onSuccess: () => {
      notify.success(m.datacloud_deleted());
      void queryClient.invalidateQueries({ queryKey: ['datacloud'] });
      sayDone();
      onClose();
    },
    // The shown state is out of date.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['datacloud'] }),
  });
  const confirm = () => {
    if (typed.trim() === name) return remove.mutate();
    setError(m.datacloud_delete_other_name());
    field.current?.focus();
  };
  return (
    <AskFirst
      opened
      isLoss
      title={m.datacloud_delete_title()}
      effect={m.datacloud_delete_effect()}
      field={
        <TextInput
          ref={field}
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
      }
      confirm={m.datacloud_delete()}
      isPending={remove.isPending}
      failure={isPlatformGrantWanting(remove.error) ? undefined : remove.error}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
