import type { statementProofs } from '@usance/api/billing/statement-proof';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const statementProofAudit: AuditOf<typeof statementProofs> = {
  noun: 'statement-proof',
  word: m.statement_proof_audit_kind,
  calls: { get: 'read', download: 'read' },
};
