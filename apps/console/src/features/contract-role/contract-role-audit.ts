import type { contractRoles } from '@usance/api/contract/contract-role';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { timeColumn } from '../../ui/audit/audited-table.ts';

export const contractRoleAudit: AuditOf<typeof contractRoles> = {
  noun: 'contract-role',
  word: m.contract_role_audit_kind,
  calls: {
    list: 'read',
    children: 'read',
    parents: 'read',
    grant: m.contract_role_audit_call_grant,
    revoke: m.contract_role_audit_call_revoke,
  },
  tables: {
    contract_role: {
      word: m.contract_role_audit_table,
      columns: {
        role: m.contract_role_audit_field_role,
        account_id: m.contract_role_audit_field_account_id,
        granted_at: timeColumn(m.contract_role_audit_field_granted_at),
      },
    },
  },
};
