import type { billingVersions } from '@usance/api/contract/billing-version';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const billingVersionAudit: AuditOf<typeof billingVersions> = {
  noun: 'billing-version',
  word: m.billing_version_audit_kind,
  calls: {
    create: m.billing_version_audit_call_create,
    list: 'read',
    'upgrade-notification': 'read',
  },
  tables: {
    contract_billing_version: {
      word: m.billing_version_audit_table,
      columns: {
        billing_version: m.billing_version_audit_field_billing_version,
      },
    },
  },
};
