import type { TieredRate, tiers } from '@usance/api/metering/tier';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, quantityColumn, rateColumn } from '../../ui/audit/audited-table.ts';

export const tierAudit: AuditOf<typeof tiers> = {
  noun: 'tier',
  word: m.tier_audit_kind,
  calls: {
    list: 'read',
    create: m.tier_audit_call_create,
    update: m.tier_audit_call_update,
    delete: m.tier_audit_call_delete,
  },
  tables: {
    tiered_rate: {
      word: m.tier_audit_table_tiered_rate,
      columns: {
        tier_mode: choiceColumn<TieredRate['tierMode']>(m.tier_audit_field_tier_mode, {
          graduated: m.tier_audit_mode_graduated,
        }),
        source_kind: choiceColumn<TieredRate['source']['kind']>(m.tier_audit_field_source_kind, {
          contract: m.tier_audit_source_contract,
          offer: m.tier_audit_source_offer,
        }),
        source_id: m.tier_audit_field_source_id,
      },
    },
    tier: {
      word: m.tier_audit_table_tier,
      columns: {
        tier_level: m.tier_audit_field_tier_level,
        min_threshold: quantityColumn(m.tier_audit_field_min_threshold),
        max_threshold: quantityColumn(m.tier_audit_field_max_threshold),
        discount_rate: rateColumn(m.tier_audit_field_discount_rate),
        tiered_rate_id: m.tier_audit_field_tiered_rate_id,
      },
    },
  },
};
