import type { costSharings } from '@usance/api/contract/cost-sharing';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

/** The changed row is the contract's. */
export const costSharingAudit: AuditOf<typeof costSharings> = {
  noun: 'cost-sharing',
  word: m.cost_sharing_audit_kind,
  calls: {
    get: 'read',
    update: m.cost_sharing_audit_call_update,
  },
};
