import type { PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import * as m from '../../i18n/messages.gen.ts';
import type { AuditOf } from '../../ui/audit/audited-noun.ts';
import { choiceColumn, timeColumn } from '../../ui/audit/audited-table.ts';
import { offerChannelWord, offerDiscountTypeWord, offerInvalidityWord, offerStatusWord } from './offer-words.ts';

type Answer = NonNullable<PrivateOffer['response']>['action'];

export const privateOfferAudit: AuditOf<typeof privateOffers> = {
  noun: 'private-offer',
  word: m.private_offer_audit_kind,
  calls: {
    list: 'read',
    get: 'read',
    create: m.private_offer_audit_call_create,
    update: m.private_offer_audit_call_update,
    delete: m.private_offer_audit_call_delete,
    submit: m.private_offer_audit_call_submit,
    approve: m.private_offer_audit_call_approve,
    respond: m.private_offer_audit_call_respond,
    withdraw: m.private_offer_audit_call_withdraw,
    follow: m.private_offer_audit_act_follow,
  },
  tables: {
    private_offer: {
      word: m.private_offer_audit_table,
      columns: {
        state: choiceColumn(m.private_offer_status, offerStatusWord),
        channel: choiceColumn(m.private_offer_audit_field_channel, offerChannelWord),
        discount_type: choiceColumn(m.private_offer_audit_field_discount_type, offerDiscountTypeWord),
        effective_date: timeColumn(m.private_offer_audit_field_effective_date),
        expiration_date: timeColumn(m.private_offer_audit_field_expiration_date),
        confirmation_deadline: timeColumn(m.private_offer_audit_field_confirmation_deadline),
        comment: m.private_offer_audit_field_comment,
        response_action: choiceColumn<Answer>(m.private_offer_audit_field_response_action, {
          accept: m.private_offer_audit_response_accept,
          reject: m.private_offer_audit_response_reject,
        }),
        response_comment: m.private_offer_audit_field_response_comment,
        responded_at: timeColumn(m.private_offer_audit_field_responded_at),
        end_reason: choiceColumn(m.private_offer_audit_field_end_reason, offerInvalidityWord),
        contract_ended_at: timeColumn(m.private_offer_audit_field_contract_ended_at),
      },
    },
  },
};
