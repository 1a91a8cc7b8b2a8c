import * as m from '../../i18n/messages.gen.ts';
import { type AuditedColumn, timeColumn } from './audited-table.ts';

/** The columns that mean the same in every table. The audit shows them after a table's own, in this order. */
export const commonColumns: Readonly<Record<string, AuditedColumn>> = {
  effective_from: timeColumn(m.audit_record_field_effective_from),
  effective_to: timeColumn(m.audit_record_field_effective_to),
  temporary: m.audit_record_field_temporary,
  ended_at: timeColumn(m.audit_record_field_ended_at),
  deleted_at: timeColumn(m.audit_record_field_deleted_at),
  contract_id: m.contract_id,
  creator: m.audit_record_field_creator,
  id: m.audit_record_field_id,
  created_at: timeColumn(m.audit_record_field_created_at),
};
