import type { gracePeriods } from '@usance/api/billing/grace-period';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const gracePeriodAudit: AuditOf<typeof gracePeriods> = {
  noun: 'grace-period',
  word: m.grace_period_audit_kind,
  calls: {
    list: 'read',
    create: m.grace_period_audit_call_create,
    update: m.grace_period_audit_call_update,
    delete: m.grace_period_audit_call_delete,
  },
  tables: {
    grace_period: {
      word: m.grace_period_audit_table,
      columns: {
        grace_days: m.grace_period_audit_field_grace_days,
        extension_days: m.grace_period_audit_field_extension_days,
        suspension_days: m.grace_period_audit_field_suspension_days,
        backup_days: m.grace_period_audit_field_backup_days,
      },
    },
  },
};
