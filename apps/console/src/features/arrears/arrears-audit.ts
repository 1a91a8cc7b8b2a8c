import type { arrears } from '@usance/api/billing/arrears';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const arrearsAudit: AuditOf<typeof arrears> = {
  noun: 'arrears',
  word: m.arrears_audit_kind,
  calls: {
    calculate: m.arrears_audit_call_calculate,
  },
};
