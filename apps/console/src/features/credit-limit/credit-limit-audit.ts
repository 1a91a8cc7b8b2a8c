import type { creditLimits } from '@usance/api/billing/credit-limit';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { quantityColumn } from '../../ui/audit/audited-table.ts';

export const creditLimitAudit: AuditOf<typeof creditLimits> = {
  noun: 'credit-limit',
  word: m.credit_limit_audit_kind,
  calls: {
    list: 'read',
    create: m.credit_limit_audit_call_create,
    update: m.credit_limit_audit_call_update,
    delete: m.credit_limit_audit_call_delete,
  },
  tables: {
    credit_limit: {
      word: m.credit_limit_audit_table,
      columns: {
        amount: quantityColumn(m.audit_record_field_amount),
      },
    },
  },
};
