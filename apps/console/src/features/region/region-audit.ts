import type { regions } from '@usance/api/contract/region';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const regionAudit: AuditOf<typeof regions> = {
  noun: 'region',
  word: m.region_audit_kind,
  calls: {
    list: 'read',
  },
};
