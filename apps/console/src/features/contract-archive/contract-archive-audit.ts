import type { contractArchives } from '@usance/api/installation/contract-archive';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const contractArchiveAudit: AuditOf<typeof contractArchives> = {
  noun: 'contract-archive',
  word: m.contract_archive_audit_kind,
  calls: {
    export: 'read',
    import: m.contract_archive_audit_call_import,
  },
};
