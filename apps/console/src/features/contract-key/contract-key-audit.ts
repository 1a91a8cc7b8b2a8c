import type { contractKeys } from '@usance/api/contract/contract-key';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const contractKeyAudit: AuditOf<typeof contractKeys> = {
  noun: 'contract-key',
  word: m.contract_key_audit_kind,
  calls: {
    publickey: 'read',
    encodedlicense: 'read',
  },
};
