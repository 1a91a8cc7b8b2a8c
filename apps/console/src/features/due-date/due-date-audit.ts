import type { dueDates } from '@usance/api/billing/due-date';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { monthColumn } from '../../ui/audit/audited-table.ts';

export const dueDateAudit: AuditOf<typeof dueDates> = {
  noun: 'due-date',
  word: m.due_date_audit_kind,
  calls: {
    list: 'read',
    create: m.due_date_audit_call_create,
    update: m.due_date_audit_call_update,
    delete: m.due_date_audit_call_delete,
  },
  tables: {
    due_date: {
      word: m.due_date_audit_table,
      columns: {
        from_month: monthColumn(m.due_date_audit_field_from_month),
        due_days: m.due_date_audit_field_due_days,
      },
    },
  },
};
