import type { attachments } from '@usance/api/sale/attachment';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { fileSizeColumn } from '../../ui/audit/audited-table.ts';

export const attachmentAudit: AuditOf<typeof attachments> = {
  noun: 'attachment',
  word: m.attachment_audit_kind,
  calls: {
    list: 'read',
    upload: m.attachment_audit_call_upload,
    download: 'read',
    delete: m.attachment_audit_call_delete,
  },
  tables: {
    attachment: {
      word: m.attachment_audit_table,
      columns: {
        original_file_name: m.attachment_audit_field_original_file_name,
        file_size: fileSizeColumn(m.attachment_audit_field_file_size),
        media_type: m.attachment_audit_field_media_type,
        offer_id: m.attachment_audit_field_offer_id,
      },
    },
  },
};
