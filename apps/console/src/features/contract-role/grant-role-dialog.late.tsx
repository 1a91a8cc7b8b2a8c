import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContractRole, contractRoles } from '@usance/api/contract/contract-role';
import { email } from '@usance/api/email';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { allOfContract } from '../../api/query-client.ts';
import * as m from '../../i18n/messages.gen.ts';
import { FormModal } from '../../ui/feedback/dialog/form-modal.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import dialog from '../../ui/form/dialog-form.module.css';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { besideFields } from '../../ui/form/refused-field.ts';
import { useCallForm } from '../../ui/form/use-call-form.ts';
import { roleMeaning } from './contract-role-words.ts';

interface GrantRoleDialogProps {
  role: ContractRole;
  onClose: () => void;
}

/** Grants a role to a person by e-mail. */
export function GrantRoleDialog(props: GrantRoleDialogProps) {
  return (
    <FormModal
      opened
      onClose={props.onClose}
      title={m.contract_role_grant_of({ role: props.role.name })}
      size={440}
      returnFocus={false}
    >
      <GrantForm {...props} />
    </FormModal>
  );
}

const said = z.object({ user: email });
const names = { user: 'user' };

function GrantForm({ role: { contractId, name }, onClose }: GrantRoleDialogProps) {
  const queryClient = useQueryClient();
  useFocusBack();
  const { form, submit, objectTo, tellField } = useCallForm({ body: said, initialValues: { user: '' } });
  const grant = useMutation({
    mutationFn: (user: string) => call(contractRoles.grant, { params: { id: contractId, role: name, user } }),
    meta: { ignoreError: true },
    onSuccess: () => {
      void queryClient.invalidateQueries(allOfContract(contractId));
      notify.success(m.contract_role_granted());
      onClose();
    },
    onError: (error) =>
      isUnknownAccount(error) ? objectTo('user', m.contract_role_nobody()) : tellField(error, names),
  });
  return (
    <form noValidate className={dialog.form} onSubmit={submit(({ user }) => grant.mutate(user))}>
      <p className={dialog.why}>{roleMeaning[name]()}</p>
      <TextInput
        label={m.contract_role_member()}
        description={m.contract_role_member_hint()}
        placeholder="name@example.com"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        data-autofocus
        {...form.getInputProps('user')}
      />
      <FormRefusal error={besideFields([isUnknownAccount(grant.error) ? null : grant.error], names)} />
      <div className={dialog.end}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" loading={grant.isPending}>
          {m.contract_role_grant()}
        </Button>
      </div>
    </form>
  );
}

/** True if no account has the e-mail. The general message about shared contracts does not fit here. */
function isUnknownAccount(error: Error | null): boolean {
  return error instanceof ApiError && error.reason === 'ACCOUNT_NOT_FOUND';
}
