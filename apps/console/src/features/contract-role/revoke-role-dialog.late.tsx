import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContractRole, contractRoles, type RoleMember } from '@usance/api/contract-role';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { allOfContract } from '../../api/query-client.ts';
import { m } from '../../paraglide/messages.js';
import ask from '../../ui/feedback/ask-first.module.css';
import { notify } from '../../ui/feedback/notify.tsx';
import { useFocusBack } from '../../ui/feedback/use-focus-back.ts';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { useFailureText } from '../../ui/words/failure-text.ts';
import classes from './contract-role.module.css';

interface RevokeRoleDialogProps {
  role: ContractRole;
  member: RoleMember;
  /** The reader's own: what they see may be over with it. */
  isOwn: boolean;
  onClose: () => void;
  onOwnRevoked: () => void;
}

/** The last question before somebody loses a role. */
export function RevokeRoleDialog(props: RevokeRoleDialogProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={m.contract_role_revoke_of({ role: props.role.name })}
      size={440}
      returnFocus={false}
    >
      <Question {...props} />
    </Modal>
  );
}

function Question({ role: { contractId, name }, member, isOwn, onClose, onOwnRevoked }: RevokeRoleDialogProps) {
  const queryClient = useQueryClient();
  const sayDone = useFocusBack();
  const leaveTheList = () => {
    sayDone();
    onClose();
    if (isOwn) onOwnRevoked();
    else void queryClient.invalidateQueries(allOfContract(contractId));
  };
  const revoke = useMutation({
    mutationFn: () => call(contractRoles.revoke, { params: { id: contractId, role: name, user: member.id } }),
    meta: { ignoreError: true },
    onSuccess: () => {
      notify.success(m.contract_role_revoked());
      leaveTheList();
    },
    // Somebody else was quicker.
    onError: (error) => error instanceof ApiError && error.reason === 'ROLE_NOT_GRANTED' && leaveTheList(),
  });
  const failure = useFailureText(revoke.error);
  return (
    <>
      <p className={classes.member}>{member.name}</p>
      <p className={ask.effect}>{isOwn ? m.contract_role_revoke_own_effect() : m.contract_role_revoke_effect()}</p>
      <FormRefusal>{failure}</FormRefusal>
      <div className={ask.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {m.contract_role_revoke()}
        </Button>
      </div>
    </>
  );
}
