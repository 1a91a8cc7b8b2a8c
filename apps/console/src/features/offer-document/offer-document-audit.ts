import type { offerDocuments } from '@usance/api/sale/offer-document';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';

export const offerDocumentAudit: AuditOf<typeof offerDocuments> = {
  noun: 'offer-document',
  word: m.offer_document_audit_kind,
  calls: {
    download: 'read',
  },
};
