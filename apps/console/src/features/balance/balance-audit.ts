import type { balances } from '@usance/api/billing/balance';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const balanceAudit: AuditOf<typeof balances> = {
  noun: 'balance',
  word: m.balance_audit_kind,
  calls: {
    calculate: m.balance_audit_call_calculate,
  },
};
