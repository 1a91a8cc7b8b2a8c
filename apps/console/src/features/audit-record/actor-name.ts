import type { AuditRecord } from '@usance/api/audit-record';
import * as m from '../../i18n/messages.gen.ts';

/** Who did it: a person by their e-mail, and for whom; the platform by the name of its token, or by itself. */
export function actorName({ kind, name, onBehalfOf }: AuditRecord['actor']): string {
  if (kind === 'platform') return m.audit_record_by_itself();
  if (kind === 'token') return name === '' ? m.audit_record_platform() : m.audit_record_token({ name });
  return onBehalfOf === undefined ? name : m.audit_record_operator({ operator: name, account: onBehalfOf });
}
