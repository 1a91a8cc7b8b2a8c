import type { kycInfos } from '@usance/api/contract/kyc-info';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { timeColumn } from '../../ui/audit/audited-table.ts';

export const kycInfoAudit: AuditOf<typeof kycInfos> = {
  noun: 'kyc-info',
  word: m.kyc_info_audit_kind,
  calls: {
    get: 'read',
    update: m.kyc_info_audit_call_update,
  },
  tables: {
    kyc_info: {
      word: m.kyc_info_audit_table,
      columns: {
        enterprise_name: m.kyc_info_audit_field_enterprise_name,
        citizen_name: m.kyc_info_audit_field_citizen_name,
        enterprise_social_id: m.kyc_info_audit_field_enterprise_social_id,
        enterprise_legal: m.kyc_info_audit_field_enterprise_legal,
        contact_person: m.kyc_info_audit_field_contact_person,
        address: m.kyc_info_audit_field_address,
        contact_phone: m.kyc_info_audit_field_contact_phone,
        contact_email: m.kyc_info_audit_field_contact_email,
        said_at: timeColumn(m.kyc_info_audit_field_said_at),
      },
    },
  },
};
