import type { dataclouds } from '@usance/api/contract/datacloud';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, timeColumn } from '../../ui/audit/audited-table.ts';
import { cloudName, editionName } from '../cloud/cloud-words.ts';
import { datacloudStateWord } from './datacloud-words.ts';

export const datacloudAudit: AuditOf<typeof dataclouds> = {
  noun: 'datacloud',
  word: m.datacloud_audit_kind,
  calls: {
    list: 'read',
    create: m.datacloud_audit_call_create,
    delete: m.datacloud_audit_call_delete,
    'report-event': m.datacloud_audit_call_report_event,
    destroy: m.datacloud_audit_act_destroy,
    'end-order': m.datacloud_audit_act_end_order,
    pause: m.datacloud_audit_act_pause,
    resume: m.datacloud_audit_act_resume,
  },
  tables: {
    datacloud: {
      word: m.datacloud_audit_table,
      columns: {
        name: m.datacloud_audit_field_name,
        state: choiceColumn(m.audit_record_field_state, datacloudStateWord),
        edition: { word: m.datacloud_audit_field_edition, format: editionName },
        cloud: { word: m.audit_record_field_cloud, format: cloudName },
        region_name: m.datacloud_audit_field_region_name,
        region: m.datacloud_audit_field_region,
        region_id: m.datacloud_audit_field_region_id,
        region_url: m.datacloud_audit_field_region_url,
        stopped: m.datacloud_stopped,
        since: timeColumn(m.datacloud_audit_field_since),
      },
    },
  },
};
