import type { balanceWarnings } from '@usance/api/billing/balance-warning';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { quantityColumn } from '../../ui/audit/audited-table.ts';

export const balanceWarningAudit: AuditOf<typeof balanceWarnings> = {
  noun: 'balance-warning',
  word: m.balance_warning_audit_kind,
  calls: {
    get: 'read',
    set: m.balance_warning_audit_call_set,
  },
  tables: {
    balance_warning: {
      word: m.balance_warning_audit_table,
      columns: {
        threshold: quantityColumn(m.balance_warning_audit_field_threshold),
      },
    },
  },
};
