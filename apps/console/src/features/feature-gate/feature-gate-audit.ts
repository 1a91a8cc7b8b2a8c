import type { featureGates } from '@usance/api/contract/feature-gate';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const featureGateAudit: AuditOf<typeof featureGates> = {
  noun: 'feature-gate',
  word: m.feature_gate_audit_kind,
  calls: {
    create: m.feature_gate_audit_call_create,
    delete: m.feature_gate_audit_call_delete,
    list: 'read',
  },
  tables: {
    feature_gate: {
      word: m.feature_gate_audit_table,
      columns: {
        feature: m.feature_gate_audit_field_feature,
        is_open: m.feature_gate_audit_field_is_open,
      },
    },
  },
};
