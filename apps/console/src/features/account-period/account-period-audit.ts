import type { accountPeriods } from '@usance/api/billing/account-period';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const accountPeriodAudit: AuditOf<typeof accountPeriods> = {
  noun: 'account-period',
  word: m.account_period_audit_kind,
  calls: {
    list: 'read',
    reopen: m.account_period_audit_call_reopen,
  },
};
