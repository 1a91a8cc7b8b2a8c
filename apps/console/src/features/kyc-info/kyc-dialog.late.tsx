import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KycInfo, kycInfos } from '@usance/api/contract/kyc-info';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import dialog from '../../ui/form/dialog-form.module.css';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { buyerTypeWord } from '../contract/contract-words.ts';
import classes from './kyc-dialog.module.css';
import { kycForms } from './kyc-fields.ts';
import { kycInfoQueries } from './kyc-info.queries.ts';

interface KycDialogProps {
  opened: boolean;
  contractId: string;
  onClose: () => void;
}

/** Edits the legal entity of a contract. */
export function KycDialog({ opened, ...form }: KycDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={m.kyc_info_edit_title()} size={800}>
      <Fetched {...form} />
    </FormModal>
  );
}

/** All fields are sent at once, so the form begins with fresh data and undoes no recent change of a colleague. */
function Fetched(form: Omit<KycDialogProps, 'opened'>) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...kycInfoQueries.detail(form.contractId),
    refetchOnMount: 'always',
  });
  const isLate = useDelayed(!isFetchedAfterMount);
  if (!isFetchedAfterMount)
    return <div className={classes.waiting} data-shown={isLate || undefined} aria-busy="true" />;
  if (error) return <Failure error={error} title={m.kyc_info_load_failed()} onRetry={() => void refetch()} />;
  return data && <Form info={data} {...form} />;
}

function Form({ info, contractId, onClose }: Omit<KycDialogProps, 'opened'> & { info: KycInfo }) {
  const queryClient = useQueryClient();
  const { body, fields } = kycForms[info.buyerType];
  const { form, submit, tellField } = useCallForm({
    body,
    initialValues: {
      buyerType: info.buyerType,
      ...Object.fromEntries(fields.map(({ name }) => [name, info[name] ?? ''])),
    } as Record<string, string>,
  });
  // The form appears after the dialog has set the focus elsewhere.
  const first = useRef(() => form.getInputNode('tags')?.focus());
  useEffect(() => first.current(), []);
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(kycInfos.update, { params: { id: contractId }, body: body.parse(values) }),
    meta: { ignoreError: true },
    onSuccess: (kept) => {
      queryClient.setQueryData(kycInfoQueries.detail(contractId).queryKey, kept);
      void queryClient.invalidateQueries(contractQueries.detail(contractId));
      void queryClient.invalidateQueries(contractQueries.all());
      notify.success(m.kyc_info_saved());
      onClose();
    },
    onError: (error) => tellField(error, Object.fromEntries(fields.map(({ name }) => [name, name]))),
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => save.mutate(values))}>
      <div className={classes.fields}>
        <TextInput label={m.kyc_info_buyer_type()} required disabled value={buyerTypeWord[info.buyerType]()} />
        {fields.map(({ name, label, longest, type = 'text', hasCheckDigit }) => {
          const isDoubtful = hasCheckDigit && !info.isPlausible && form.values[name] === info[name];
          return (
            <TextInput
              key={name}
              label={label()}
              type={type}
              required
              maxLength={longest}
              {...(isDoubtful && { description: m.kyc_info_not_plausible() })}
              {...(name === 'address' && { className: classes.wide ?? '' })}
              {...form.getInputProps(name)}
            />
          );
        })}
      </div>
      {save.error && <Failure error={save.error} title={m.kyc_info_save_failed()} />}
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {m.ui_save()}
        </Button>
      </div>
    </form>
  );
}
