import type { availableBalances } from '@usance/api/billing/available-balance';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const availableBalanceAudit: AuditOf<typeof availableBalances> = {
  noun: 'available-balance',
  word: m.available_balance_audit_kind,
  calls: {
    get: 'read',
    runway: 'read',
    explained: 'read',
    check: m.available_balance_audit_call_check,
  },
};
