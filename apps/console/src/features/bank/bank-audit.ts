import type { bank } from '@usance/api/billing/bank';
import type { withdrawals } from '@usance/api/billing/withdrawal';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const bankAudit: AuditOf<typeof bank & typeof withdrawals> = {
  noun: 'bank',
  word: m.bank_audit_kind,
  calls: {
    details: 'read',
    summary: 'read',
    balance: 'read',
    days: 'read',
    transactions: 'read',
    record: m.bank_audit_call_record,
    'begin-withdrawal': m.bank_audit_call_begin_withdrawal,
    'complete-withdrawal': m.bank_audit_call_complete_withdrawal,
    'cancel-withdrawal': m.bank_audit_call_cancel_withdrawal,
  },
};
