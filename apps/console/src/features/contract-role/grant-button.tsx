import { Button } from '@mantine/core';
import type { ContractRole } from '@usance/api/contract-role';
import * as m from '../../i18n/messages.gen.ts';
import { OffButton } from '../../ui/tip/off-button.tsx';

interface GrantButtonProps {
  role: ContractRole;
  /** One of several in a list is no primary button. */
  isOneOfMany?: boolean;
  onGrant: () => void;
}

/** Opens the dialog for a role; who may not grant it is told so. */
export function GrantButton({ role: { name, isGrantable }, isOneOfMany = false, onGrant }: GrantButtonProps) {
  const look = {
    ...(isOneOfMany && { variant: 'default', size: 'xs' }),
    'aria-label': m.contract_role_grant_of({ role: name }),
  };
  if (isGrantable) {
    return (
      <Button {...look} onClick={onGrant}>
        {m.contract_role_grant()}
      </Button>
    );
  }
  return (
    <OffButton {...look} why={m.contract_role_no_auth()}>
      {m.contract_role_grant()}
    </OffButton>
  );
}
