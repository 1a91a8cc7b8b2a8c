import type { Statement, statements } from '@usance/api/billing/statement';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, quantityColumn, timeColumn } from '../../ui/audit/audited-table.ts';

export const statementAudit: AuditOf<typeof statements> = {
  noun: 'statement',
  word: m.statement_audit_kind,
  calls: {
    changes: 'read',
    list: 'read',
    get: 'read',
    preview: 'read',
    'dynamic-preview': 'read',
    download: 'read',
    confirm: m.statement_audit_call_confirm,
    dispute: m.statement_audit_call_dispute,
    update: m.statement_audit_call_update,
    delete: m.statement_audit_call_delete,
    calculate: m.statement_audit_call_calculate,
    sign: m.statement_audit_call_sign,
    'confirm-due': m.statement_audit_act_confirm_due,
  },
  tables: {
    statement: {
      word: m.statement_audit_table,
      columns: {
        confirm_state: choiceColumn<Statement['confirmState']>(m.statement_audit_field_confirm_state, {
          unconfirmed: m.statement_audit_confirm_unconfirmed,
          confirmed: m.statement_audit_confirm_confirmed,
          manualProcessing: m.statement_audit_confirm_manual,
        }),
        review_reason: m.statement_audit_field_review_reason,
        disputed_at: timeColumn(m.statement_audit_field_disputed_at),
        disputed_by: m.statement_audit_field_disputed_by,
        hidden_at: timeColumn(m.statement_audit_field_hidden_at),
        deduct_state: choiceColumn<Statement['deductState']>(m.statement_audit_field_deduct_state, {
          undeducted: m.statement_state_undeducted,
          partiallyDeducted: m.statement_state_partial,
          fullySettled: m.statement_state_settled,
        }),
        undeducted: quantityColumn(m.statement_audit_field_undeducted),
        cash_deducted: quantityColumn(m.statement_audit_field_cash_deducted),
        credit_deducted: quantityColumn(m.statement_audit_field_credit_deducted),
        frozen: quantityColumn(m.statement_audit_field_frozen),
        credited: quantityColumn(m.statement_audit_field_credited),
        due_on: timeColumn(m.statement_audit_field_due_on),
        confirm_at: timeColumn(m.statement_audit_field_confirm_at),
        deduct_at: timeColumn(m.statement_audit_field_deduct_at),
        overdue_from: timeColumn(m.statement_audit_field_overdue_from),
      },
    },
  },
};
