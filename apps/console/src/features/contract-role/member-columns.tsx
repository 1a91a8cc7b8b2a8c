import type { RoleMember } from '@usance/api/contract/contract-role';
import * as m from '../../i18n/messages.gen.ts';
import { byText, type Column } from '../../ui/table/column/column.ts';
import { instantColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { GuardedButton } from '../../ui/tip/guarded-button.tsx';

interface MemberColumns {
  /** True if the reader may grant the role, and so revoke it. */
  isGrantable: boolean;
  onRevoke: (member: RoleMember) => void;
}

/** The columns of a role's members. */
export function memberColumns(offered: MemberColumns): Column<RoleMember>[] {
  return [
    textColumn('name', m.contract_role_name(), ({ name }) => name, { ordersHere: true, minWidth: 160 }),
    textColumn('type', m.ui_type(), typeWord, { compare: byText(typeWord), phone: 'below' }),
    instantColumn('gmtCreated', m.contract_role_granted_at(), ({ gmtCreated }) => gmtCreated, {
      ordersHere: true,
      phone: 'below',
    }),
    {
      id: 'actions',
      header: m.contract_role_actions(),
      stays: true,
      cell: (member) => member.type === 'user' && <RevokeButton member={member} {...offered} />,
      phone: 'figure',
    },
  ];
}

function RevokeButton({ member, isGrantable, onRevoke }: MemberColumns & { member: RoleMember }) {
  return (
    <GuardedButton
      size="compact-sm"
      variant="default"
      aria-label={m.contract_role_revoke_from({ name: member.name })}
      whyNot={whyNotRevoked(member, isGrantable)}
      onClick={() => onRevoke(member)}
    >
      {m.contract_role_revoke()}
    </GuardedButton>
  );
}

function whyNotRevoked({ isRevocable }: RoleMember, isGrantable: boolean): string | undefined {
  if (isRevocable) return undefined;
  return isGrantable ? m.contract_role_last_admin() : m.contract_role_no_auth();
}

const typeWord = ({ type }: RoleMember) =>
  type === 'role' ? m.contract_role_type_role() : m.contract_role_type_user();
