import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RoleMember } from '@usance/api/contract/contract-role';
import type { Role } from '@usance/api/contract/role';
import { useMemo, useState } from 'react';
import { allOfContract } from '../../api/query-client.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { IconArrowLeft } from '../../ui/icon/icons.tsx';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { accountQueries } from '../account/account.queries.ts';
import { contractRoleQueries } from './contract-role.queries.ts';
import { roleMeaning } from './contract-role-words.ts';
import { GrantButton } from './grant-button.tsx';
import { memberColumns } from './member-columns.tsx';
import { listPath, type RoleScene } from './role-scene.ts';
import { useGrantRole } from './use-grant-role.tsx';

const revokeRoleDialog = new Late(async () => (await import('./revoke-role-dialog.late.tsx')).RevokeRoleDialog);

interface RolePageProps {
  contractId: string;
  name: Role;
  scene: RoleScene;
  /** Leaves the page: the reader has revoked their own role and may no longer see it. */
  onOwnRevoked: () => Promise<void>;
}

/** The members of a role, and since when. */
export function RolePage({ contractId, name, scene, onOwnRevoked }: RolePageProps) {
  const { data, error, refetch } = useQuery(contractRoleQueries.list(contractId));
  const { data: reader } = useQuery(accountQueries.whoami());
  const { grant, dialog } = useGrantRole();
  const [revoked, setRevoked] = useState<RoleMember>();
  const { part: RevokeRoleDialog, press } = useLate(revokeRoleDialog);
  const queryClient = useQueryClient();
  const leave = async () => {
    await onOwnRevoked();
    queryClient.removeQueries(allOfContract(contractId));
    await queryClient.invalidateQueries();
  };
  const role = data?.items.find((each) => each.name === name);
  const isGrantable = role?.isGrantable ?? false;
  const columns = useMemo(
    () =>
      memberColumns({
        isGrantable,
        onRevoke: (member) => {
          setRevoked(member);
          press();
        },
      }),
    [isGrantable, press],
  );
  return (
    <>
      <PageHeader
        title={name}
        lead={roleMeaning[name]()}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} />}
              renderRoot={(props) => <Link to={listPath[scene]} params={{ contractId }} {...props} />}
            >
              {m.contract_role_back()}
            </Button>
            {role && <GrantButton role={role} onGrant={() => grant(role)} />}
          </>
        }
      />
      <DataTable
        tableId="contract-role-member"
        caption={m.contract_role_members_of({ role: name })}
        columns={columns}
        rows={role?.children}
        rowId={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={<Empty title={m.contract_role_no_members()}>{m.contract_role_no_members_hint()}</Empty>}
      />
      {dialog}
      {role && revoked && RevokeRoleDialog && (
        <RevokeRoleDialog
          role={role}
          member={revoked}
          isOwn={revoked.id === reader?.id}
          onClose={() => setRevoked(undefined)}
          onOwnRevoked={() => void leave()}
        />
      )}
    </>
  );
}
