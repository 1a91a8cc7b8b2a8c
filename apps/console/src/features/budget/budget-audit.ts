import type { budgets } from '@usance/api/billing/budget';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, monthColumn, quantityColumn } from '../../ui/audit/audited-table.ts';
import { limitWord } from './budget-words.ts';

export const budgetAudit: AuditOf<typeof budgets> = {
  noun: 'budget',
  word: m.budget_audit_kind,
  calls: {
    list: 'read',
    create: m.budget_audit_call_create,
    update: m.budget_audit_call_update,
    delete: m.budget_audit_call_delete,
    'go-on': m.budget_audit_call_go_on,
  },
  tables: {
    budget: {
      word: m.budget_audit_table,
      columns: {
        name: m.budget_name,
        amount: quantityColumn(m.budget_amount),
        filter: m.budget_audit_field_filter,
        warnings: m.budget_audit_field_warnings,
        forecast_warnings: m.budget_audit_field_forecast_warnings,
        at_limit: choiceColumn(m.budget_at_limit, limitWord),
        gone_on_in: monthColumn(m.budget_audit_field_gone_on_in),
        gone_on_by: m.budget_audit_field_gone_on_by,
      },
    },
  },
};
