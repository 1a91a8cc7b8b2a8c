import type { explanations } from '@usance/api/billing/explanation';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const explanationAudit: AuditOf<typeof explanations> = {
  noun: 'explanation',
  word: m.explanation_audit_kind,
  calls: { 'of-line': 'read', 'of-purchases': 'read' },
};
