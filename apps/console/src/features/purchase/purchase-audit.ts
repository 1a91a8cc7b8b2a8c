import type { purchases } from '@usance/api/billing/purchase';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const purchaseAudit: AuditOf<typeof purchases> = {
  noun: 'purchase',
  word: m.purchase_audit_kind,
  calls: {
    list: 'read',
    'agg-by': 'read',
    groups: 'read',
    'agg-by-sku': 'read',
    changes: 'read',
    forecast: 'read',
    anomalies: 'read',
    'daily-acc': 'read',
    'distinct-fields': 'read',
    freshness: 'read',
    download: 'read',
    calculate: m.purchase_audit_call_calculate,
  },
};
