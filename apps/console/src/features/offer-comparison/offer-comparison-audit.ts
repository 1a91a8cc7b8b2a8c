import type { offerComparisons } from '@usance/api/sale/offer-comparison';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const offerComparisonAudit: AuditOf<typeof offerComparisons> = {
  noun: 'offer-comparison',
  word: m.offer_comparison_audit_kind,
  calls: {
    get: 'read',
  },
};
