import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContractRole, contractRoles, type RoleMember } from '@usance/api/contract/contract-role';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { allOfContract } from '../../api/query-client.ts';
import * as m from '../../i18n/messages.gen.ts';
import { AskFirst } from '../../ui/feedback/dialog/ask-first.tsx';
import { useFocusBack } from '../../ui/feedback/dialog/use-focus-back.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import classes from './contract-role.module.css';

interface RevokeRoleDialogProps {
  role: ContractRole;
  member: RoleMember;
  /** True for the reader's own role: they may lose access to the page. */
  isOwn: boolean;
  onClose: () => void;
  onOwnRevoked: () => void;
}

/** Asks for confirmation before a person loses a role. */
export function RevokeRoleDialog({ role, member, isOwn, onClose, onOwnRevoked }: RevokeRoleDialogProps) {
  const { contractId, name } = role;
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
    // The role was already revoked.
    onError: (error) => error instanceof ApiError && error.reason === 'ROLE_NOT_GRANTED' && leaveTheList(),
  });
  return (
    <AskFirst
      opened
      title={m.contract_role_revoke_of({ role: name })}
      effect={isOwn ? m.contract_role_revoke_own_effect() : m.contract_role_revoke_effect()}
      confirm={m.contract_role_revoke()}
      isPending={revoke.isPending}
      failure={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    >
      <p className={classes.member}>{member.name}</p>
    </AskFirst>
  );
}
