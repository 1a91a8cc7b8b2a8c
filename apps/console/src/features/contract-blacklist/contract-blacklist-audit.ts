import type { contractBlacklists } from '@usance/api/contract/contract-blacklist';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { timeColumn } from '../../ui/audit/audited-table.ts';

export const contractBlacklistAudit: AuditOf<typeof contractBlacklists> = {
  noun: 'contract-blacklist',
  word: m.contract_blacklist_audit_kind,
  calls: {
    create: m.contract_blacklist_audit_call_create,
    update: m.contract_blacklist_audit_call_update,
    delete: m.contract_blacklist_audit_call_delete,
    check: 'read',
  },
  tables: {
    contract_blacklist: {
      word: m.contract_blacklist_audit_table,
      columns: {
        modified_at: timeColumn(m.contract_blacklist_audit_field_modified_at),
      },
    },
  },
};
