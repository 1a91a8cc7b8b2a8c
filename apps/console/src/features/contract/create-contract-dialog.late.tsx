import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '@usance/api/call';
import { type Contract, contracts } from '@usance/api/contract/contract';
import { text } from '@usance/api/wire';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { accountQueries } from '../account/account.queries.ts';
import { IncludedVouchers } from '../account-init-voucher/included-vouchers.tsx';
import { keepContract } from './contract.queries.ts';
import { ownContract } from './own-contract.ts';

interface CreateContractDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (contract: Contract) => void;
}

/** Creates a contract: asks for its name, and shows the included vouchers. */
export function CreateContractDialog({ opened, ...form }: CreateContractDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={m.contract_create()} size={600}>
      <Form {...form} />
    </FormModal>
  );
}

// A blank name would be an invisible link.
const said = z.object({
  tags: z.pipe(
    z.pipe(
      z.string(),
      z.transform((tags) => tags.trim()),
    ),
    text(100),
  ),
});

function Form({ onClose, onCreated }: Omit<CreateContractDialogProps, 'opened'>) {
  const queryClient = useQueryClient();
  const { form, submit, tellField } = useCallForm({ body: said, initialValues: { tags: '' } });
  const sent = useRef<{ idempotencyKey: string; body: CallBody<typeof contracts.create> }>(undefined);
  const create = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const { tags } = said.parse(values);
      const identity = await queryClient.ensureQueryData(accountQueries.whoami());
      // A retry sends the same request with the same key, so that it creates no second contract.
      if (sent.current?.body.tags !== tags)
        sent.current = {
          idempotencyKey: crypto.randomUUID(),
          body: ownContract(tags, identity, new Date(consoleNow())),
        };
      return call(contracts.create, sent.current);
    },
    meta: { ignoreError: true },
    onSuccess: (contract) => {
      keepContract(queryClient, contract);
      notify.success(m.contract_created());
      onClose();
      onCreated(contract);
    },
    onError: (error) => tellField(error, { tags: 'tags' }),
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit((values) => create.mutate(values))}>
      <TextInput
        label={m.contract_tags()}
        description={m.contract_tags_hint()}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('tags')}
      />
      <IncludedVouchers />
      {create.error && <Failure error={create.error} title={m.contract_create_failed()} />}
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {m.contract_create()}
        </Button>
      </div>
    </form>
  );
}
