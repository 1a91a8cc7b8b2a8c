import type { ContractRole } from '@usance/api/contract/contract-role';
import { type ReactNode, useCallback, useState } from 'react';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const grantRoleDialog = new Late(async () => (await import('./grant-role-dialog.late.tsx')).GrantRoleDialog);

/** Opens the dialog that grants a role; put `dialog` anywhere on the page. */
export function useGrantRole(): { grant: (role: ContractRole) => void; dialog: ReactNode } {
  const [role, setRole] = useState<ContractRole>();
  const { part: GrantRoleDialog, press } = useLate(grantRoleDialog);
  const grant = useCallback(
    (asked: ContractRole) => {
      setRole(asked);
      press();
    },
    [press],
  );
  const dialog = role && GrantRoleDialog && <GrantRoleDialog role={role} onClose={() => setRole(undefined)} />;
  return { grant, dialog };
}
