import type { datacloudTags } from '@usance/api/contract/datacloud-tag';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { timeColumn } from '../../ui/audit/audited-table.ts';

export const datacloudTagAudit: AuditOf<typeof datacloudTags> = {
  noun: 'datacloud-tag',
  word: m.datacloud_tag_audit_kind,
  calls: {
    list: 'read',
    replace: m.datacloud_tag_audit_call_replace,
  },
  tables: {
    datacloud_tag: {
      word: m.datacloud_tag_audit_table,
      columns: {
        datacloud_id: m.datacloud_tag_audit_field_datacloud_id,
        key: m.datacloud_tag_audit_field_key,
        value: m.datacloud_tag_audit_field_value,
        from_hour: timeColumn(m.datacloud_tag_audit_field_from_hour),
      },
    },
  },
};
