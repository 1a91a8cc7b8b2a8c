import type { CashHold, frozens, holds } from '@usance/api/money/hold';
import type { HoldReasonCode } from '@usance/api/money/hold-reason';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf, AuditWord } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, quantityColumn, timeColumn } from '../../ui/audit/audited-table.ts';
import { holdCauseWord } from './hold-cause-words.ts';

const reasonWord: Readonly<Record<HoldReasonCode, AuditWord>> = {
  customerRequest: m.frozen_audit_reason_customer_request,
  disputeSettled: m.frozen_audit_reason_dispute_settled,
  legalOrder: m.frozen_audit_reason_legal_order,
  mistake: m.frozen_audit_reason_mistake,
  closure: m.frozen_audit_reason_closure,
  other: m.frozen_audit_reason_other,
};

export const frozenAudit: AuditOf<typeof frozens & typeof holds> = {
  noun: 'frozen',
  word: m.frozen_audit_kind,
  calls: {
    details: 'read',
    summary: 'read',
    list: 'read',
    calculate: m.frozen_audit_call_calculate,
    hold: m.frozen_audit_call_hold,
    'cash-holds': 'read',
    release: m.frozen_audit_call_release,
    approve: m.frozen_audit_call_approve,
    reject: m.frozen_audit_call_reject,
    'release-ended': m.frozen_audit_act_release_ended,
  },
  tables: {
    cash_hold: {
      word: m.frozen_audit_table,
      columns: {
        state: choiceColumn<CashHold['state']>(m.audit_record_field_state, {
          open: m.frozen_audit_state_open,
          released: m.frozen_audit_state_released,
          completed: m.frozen_audit_state_completed,
          cancelled: m.frozen_audit_state_cancelled,
        }),
        cause: choiceColumn(m.frozen_audit_field_cause, holdCauseWord),
        amount: quantityColumn(m.audit_record_field_amount),
        reason_code: choiceColumn(m.frozen_audit_field_reason_code, reasonWord),
        datacloud_id: m.frozen_audit_field_datacloud_id,
        counterpart_account_name: m.frozen_audit_field_counterpart_account_name,
        counterpart_account_number: m.frozen_audit_field_counterpart_account_number,
        counterpart_account_opening_bank: m.frozen_audit_field_counterpart_account_opening_bank,
        begun_at: timeColumn(m.frozen_audit_field_begun_at),
        proposed_at: timeColumn(m.frozen_audit_field_proposed_at),
        proposed_code: choiceColumn(m.frozen_audit_field_proposed_code, reasonWord),
        end_code: choiceColumn(m.frozen_audit_field_end_code, reasonWord),
      },
    },
  },
};
