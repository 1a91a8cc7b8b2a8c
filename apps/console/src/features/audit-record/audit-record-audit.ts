import type { auditRecords } from '@usance/api/contract/audit-record';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const auditRecordAudit: AuditOf<typeof auditRecords> = {
  noun: 'audit-record',
  word: m.audit_record_audit_kind,
  calls: {
    list: 'read',
  },
};
