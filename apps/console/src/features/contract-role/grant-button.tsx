import type { ContractRole } from '@usance/api/contract/contract-role';
import * as m from '../../i18n/messages.gen.ts';
import { GuardedButton } from '../../ui/tip/guarded-button.tsx';

interface GrantButtonProps {
  role: ContractRole;
  /** True for one of several in a list, which is not a primary button. */
  isOneOfMany?: boolean;
  onGrant: () => void;
}

/** Opens the dialog to grant a role; shows why if the reader may not. */
export function GrantButton({ role: { name, isGrantable }, isOneOfMany = false, onGrant }: GrantButtonProps) {
  return (
    <GuardedButton
      {...(isOneOfMany && { variant: 'default', size: 'xs' })}
      aria-label={m.contract_role_grant_of({ role: name })}
      whyNot={isGrantable ? undefined : m.contract_role_no_auth()}
      onClick={onGrant}
    >
      {m.contract_role_grant()}
    </GuardedButton>
  );
}
