import type { focusExports } from '@usance/api/billing/focus-export';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const focusExportAudit: AuditOf<typeof focusExports> = {
  noun: 'focus-export',
  word: m.focus_export_audit_kind,
  calls: {
    'cost-and-usage': 'read',
    'invoice-details': 'read',
    'billing-periods': 'read',
  },
};
