import { Button } from '@mantine/core';
import type { ContractRole } from '@usance/api/contract/contract-role';
import * as m from '../../i18n/messages.gen.ts';
import { OffButton } from '../../ui/tip/off-button.tsx';

interface GrantButtonProps {
  role: ContractRole;
  /** True for one of several in a list, which is not a primary button. */
  isOneOfMany?: boolean;
  onGrant: () => void;
}

/** Opens the dialog to grant a role; shows why if the reader may not. */
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
