import type { notifications } from '@usance/api/contract/notification';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const notificationAudit: AuditOf<typeof notifications> = {
  noun: 'notification',
  word: m.notification_audit_kind,
  calls: {
    list: 'read',
    read: m.notification_audit_call_read,
  },
};
