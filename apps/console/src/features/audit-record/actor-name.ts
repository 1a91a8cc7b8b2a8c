import type { AuditRecord } from '@usance/api/contract/audit-record';
import * as m from '../../i18n/messages.gen.ts';

/** Names an actor: a person by e-mail, with the customer for an operator; the platform by its token's name. */
export function actorName({ kind, name, onBehalfOf }: AuditRecord['actor']): string {
  if (kind === 'platform') return m.audit_record_by_itself();
  if (kind === 'token') return name === '' ? m.audit_record_platform() : m.audit_record_token({ name });
  return onBehalfOf === undefined ? name : m.audit_record_operator({ operator: name, account: onBehalfOf });
}
