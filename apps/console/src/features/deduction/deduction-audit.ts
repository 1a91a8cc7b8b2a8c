import type { deductions } from '@usance/api/billing/deduction';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const deductionAudit: AuditOf<typeof deductions> = {
  noun: 'deduction',
  word: m.deduction_audit_kind,
  calls: {
    list: 'read',
    calculate: m.deduction_audit_call_calculate,
  },
};
