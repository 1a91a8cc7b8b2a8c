import type { prices } from '@usance/api/metering/price';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const priceAudit: AuditOf<typeof prices> = {
  noun: 'price',
  word: m.price_audit_kind,
  calls: {
    'contract-list': 'read',
    'in-region': 'read',
  },
};
