import type { marketplaces } from '@usance/api/marketplace/marketplace';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { timeColumn } from '../../ui/audit/audited-table.ts';

export const marketplaceAudit: AuditOf<typeof marketplaces> = {
  noun: 'marketplace',
  word: m.marketplace_audit_kind,
  calls: {
    activate: m.marketplace_audit_call_activate,
    get: 'read',
    'hourly-statements': 'read',
    'adjustment-statements': 'read',
    usages: 'read',
    reconciliation: 'read',
    decide: m.marketplace_audit_call_decide,
    unlink: m.marketplace_audit_call_unlink,
    'meter-by': m.marketplace_audit_call_meter_by,
    'end-link': m.marketplace_audit_act_end_link,
    'move-link': m.marketplace_audit_act_move_link,
  },
  tables: {
    marketplace_link: {
      word: m.marketplace_audit_table,
      columns: {
        cloud_provider: m.audit_record_field_cloud,
        account_id: m.marketplace_audit_field_account_id,
        instance_id: m.marketplace_audit_field_instance_id,
        operator: m.marketplace_audit_field_operator,
        from_hour: timeColumn(m.marketplace_audit_field_from_hour),
        activated_at: timeColumn(m.marketplace_audit_field_activated_at),
      },
    },
  },
};
