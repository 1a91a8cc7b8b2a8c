import type { purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const purchaseBlacklistAudit: AuditOf<typeof purchaseBlacklists> = {
  noun: 'purchase-blacklist',
  word: m.purchase_blacklist_audit_kind,
  calls: {
    list: 'read',
    create: m.purchase_blacklist_audit_call_create,
    update: m.purchase_blacklist_audit_call_update,
    delete: m.purchase_blacklist_audit_call_delete,
  },
  tables: {
    purchase_blacklist: {
      word: m.purchase_blacklist_audit_table,
      columns: {
        sku_id: m.purchase_blacklist_audit_field_sku_id,
      },
    },
  },
};
