import type { Voucher, vouchers } from '@usance/api/money/voucher';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, quantityColumn, timeColumn } from '../../ui/audit/audited-table.ts';

export const voucherAudit: AuditOf<typeof vouchers> = {
  noun: 'voucher',
  word: m.voucher_audit_kind,
  calls: {
    list: 'read',
    summary: 'read',
    details: 'read',
    issue: m.voucher_audit_call_issue,
    redeem: m.voucher_audit_call_redeem,
  },
  tables: {
    voucher: {
      word: m.voucher_audit_table,
      columns: {
        denomination: quantityColumn(m.voucher_audit_field_denomination),
        origin: choiceColumn<Voucher['origin']>(m.voucher_audit_field_origin, {
          operator: m.voucher_audit_origin_operator,
          accountInit: m.voucher_audit_origin_account_init,
        }),
        valid_days: m.voucher_audit_field_valid_days,
        start_at: timeColumn(m.voucher_audit_field_start_at),
        end_at: timeColumn(m.voucher_audit_field_end_at),
      },
    },
  },
};
