import type { costViews } from '@usance/api/billing/cost-view';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const costViewAudit: AuditOf<typeof costViews> = {
  noun: 'cost-view',
  word: m.cost_view_audit_kind,
  calls: {
    list: 'read',
    create: m.cost_view_audit_call_create,
    update: m.cost_view_audit_call_update,
    delete: m.cost_view_audit_call_delete,
    mail: m.cost_view_audit_call_mail,
  },
  tables: {
    cost_view: {
      word: m.cost_view_audit_table,
      columns: { shared: m.cost_view_audit_field_shared },
    },
  },
};
