import type { discounts } from '@usance/api/metering/discount';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { rateColumn } from '../../ui/audit/audited-table.ts';

export const discountAudit: AuditOf<typeof discounts> = {
  noun: 'discount',
  word: m.discount_audit_kind,
  calls: {
    list: 'read',
    create: m.discount_audit_call_create,
    update: m.discount_audit_call_update,
    delete: m.discount_audit_call_delete,
  },
  tables: {
    discount: {
      word: m.discount_audit_table,
      columns: {
        rate: rateColumn(m.discount_audit_field_rate),
      },
    },
  },
};
