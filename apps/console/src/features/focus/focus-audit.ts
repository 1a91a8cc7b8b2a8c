import type { focus } from '@usance/api/installation/focus';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const focusAudit: AuditOf<typeof focus> = {
  noun: 'focus',
  word: m.focus_audit_kind,
  calls: {
    import: m.focus_audit_call_import,
  },
};
