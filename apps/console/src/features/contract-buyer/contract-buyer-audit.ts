import type { contractBuyers } from '@usance/api/contract/contract-buyer';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const contractBuyerAudit: AuditOf<typeof contractBuyers> = {
  noun: 'contract-buyer',
  word: m.contract_buyer_audit_kind,
  calls: {
    get: 'read',
  },
};
