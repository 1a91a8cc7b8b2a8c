import type { HoldReasonCode } from '@usance/api/hold-reason';
import * as m from '../../i18n/messages.gen.ts';
import { formatDay, formatInstant, formatMonth } from '../../ui/format/dates.ts';
import { cloudName, editionName } from '../cloud/cloud-words.ts';
import { buyerTypeWord, contractStateWord, serviceTypeWord } from '../contract/contract-words.ts';
import { datacloudStateWord } from '../datacloud/datacloud-words.ts';
import { holdCauseWord } from '../frozen/hold-cause-words.ts';
import {
  offerChannelWord,
  offerDiscountTypeWord,
  offerInvalidityWord,
  offerStatusWord,
} from '../private-offer/offer-words.ts';
import { figureName } from './field-figures.ts';

/** The tables of which the audit notes changes. */
const thingWord = new Map<string, () => string>([
  ['balance_warning', m.audit_record_of_balance_warning],
  ['cash_hold', m.audit_record_of_cash_hold],
  ['contract', m.audit_record_of_contract],
  ['attachment', m.audit_record_of_attachment],
  ['contract_billing_version', m.audit_record_of_contract_billing_version],
  ['contract_blacklist', m.audit_record_of_contract_blacklist],
  ['contract_lifecycle', m.audit_record_of_contract_lifecycle],
  ['contract_role', m.audit_record_of_contract_role],
  ['credit_limit', m.audit_record_of_credit_limit],
  ['datacloud', m.audit_record_of_datacloud],
  ['discount', m.audit_record_of_discount],
  ['due_date', m.audit_record_of_due_date],
  ['feature_gate', m.audit_record_of_feature_gate],
  ['grace_period', m.audit_record_of_grace_period],
  ['kyc_info', m.audit_record_of_kyc_info],
  ['private_offer', m.audit_record_of_private_offer],
  ['marketplace_link', m.audit_record_of_marketplace_link],
  ['purchase_blacklist', m.audit_record_of_purchase_blacklist],
  ['statement', m.audit_record_of_statement],
  ['voucher', m.audit_record_of_voucher],
  ['tier', m.audit_record_of_tier],
  ['tiered_rate', m.audit_record_of_tiered_rate],
]);

/** A column by its name; one that means another thing in a table has that table before it. */
const fieldWord = new Map<string, () => string>([
  ['activated_at', m.audit_record_field_activated_at],
  ['account_id', m.audit_record_field_account_id],
  ['address', m.audit_record_field_address],
  ['amount', m.audit_record_field_amount],
  ['backup_days', m.audit_record_field_backup_days],
  ['bank_account', m.audit_record_field_bank_account],
  ['brought_sign_id', m.audit_record_field_brought_sign_id],
  ['billing_version', m.audit_record_field_billing_version],
  ['buyer_name', m.audit_record_field_buyer_name],
  ['buyer_type', m.audit_record_field_buyer_type],
  ['begun_at', m.audit_record_field_begun_at],
  ['cash_deducted', m.audit_record_field_cash_deducted],
  ['cause', m.audit_record_field_cause],
  ['channel', m.audit_record_field_channel],
  ['citizen_name', m.audit_record_field_citizen_name],
  ['cloud', m.audit_record_field_cloud],
  ['comment', m.audit_record_field_comment],
  ['cloud_provider', m.audit_record_field_cloud],
  ['commencing_on', m.audit_record_field_commencing_on],
  ['confirm_at', m.audit_record_field_confirm_at],
  ['confirm_state', m.audit_record_field_confirm_state],
  ['confirmation_deadline', m.audit_record_field_confirmation_deadline],
  ['contact_email', m.audit_record_field_contact_email],
  ['contact_person', m.audit_record_field_contact_person],
  ['contact_phone', m.audit_record_field_contact_phone],
  ['contract.name', m.audit_record_field_name_on_paper],
  ['contract_lifecycle.state', m.audit_record_field_next_state],
  ['contract_ended_at', m.audit_record_field_contract_ended_at],
  ['contract_id', m.contract_id],
  ['counterpart_account_name', m.audit_record_field_counterpart_account_name],
  ['counterpart_account_number', m.audit_record_field_counterpart_account_number],
  ['counterpart_account_opening_bank', m.audit_record_field_counterpart_account_opening_bank],
  ['created_at', m.audit_record_field_created_at],
  ['creator', m.audit_record_field_creator],
  ['credited', m.audit_record_field_credited],
  ['currency', m.audit_record_field_currency],
  ['datacloud_id', m.audit_record_field_datacloud_id],
  ['deduct_at', m.audit_record_field_deduct_at],
  ['deduct_state', m.audit_record_field_deduct_state],
  ['deleted_at', m.audit_record_field_deleted_at],
  ['denomination', m.audit_record_field_denomination],
  ['disputed_at', m.audit_record_field_disputed_at],
  ['discount_rate', m.audit_record_field_discount_rate],
  ['discount_type', m.audit_record_field_discount_type],
  ['due_days', m.audit_record_field_due_days],
  ['due_on', m.audit_record_field_due_on],
  ['edition', m.audit_record_field_edition],
  ['effective_at', m.audit_record_field_effective_at],
  ['effective_date', m.audit_record_field_effective_date],
  ['effective_from', m.audit_record_field_effective_from],
  ['effective_to', m.audit_record_field_effective_to],
  ['end_at', m.audit_record_field_end_at],
  ['end_code', m.audit_record_field_end_code],
  ['ended_at', m.audit_record_field_ended_at],
  ['enterprise_legal', m.audit_record_field_enterprise_legal],
  ['enterprise_name', m.audit_record_field_enterprise_name],
  ['enterprise_social_id', m.audit_record_field_enterprise_social_id],
  ['expiration_date', m.audit_record_field_expiration_date],
  ['extension_days', m.audit_record_field_extension_days],
  ['feature', m.audit_record_field_feature],
  ['from_hour', m.audit_record_field_from_hour],
  ['from_month', m.audit_record_field_from_month],
  ['from_state', m.audit_record_field_from_state],
  ['file_size', m.audit_record_field_file_size],
  ['frozen', m.audit_record_field_frozen],
  ['grace_days', m.audit_record_field_grace_days],
  ['granted_at', m.audit_record_field_granted_at],
  ['hidden_at', m.audit_record_field_hidden_at],
  ['id', m.audit_record_field_id],
  ['instance_id', m.audit_record_field_instance_id],
  ['is_open', m.audit_record_field_is_open],
  ['is_study', m.audit_record_field_is_study],
  ['marketplace_link.account_id', m.audit_record_field_cloud_account],
  ['max_threshold', m.audit_record_field_max_threshold],
  ['media_type', m.audit_record_field_media_type],
  ['min_threshold', m.audit_record_field_min_threshold],
  ['modified_at', m.audit_record_field_modified_at],
  ['name', m.audit_record_field_name],
  ['operator', m.audit_record_field_operator],
  ['offer_id', m.audit_record_field_offer_id],
  ['origin', m.audit_record_field_origin],
  ['original_file_name', m.audit_record_field_original_file_name],
  ['overdue_from', m.audit_record_field_overdue_from],
  ['private_offer.end_reason', m.audit_record_field_offer_end_reason],
  ['progress', m.audit_record_field_progress],
  ['proposed_at', m.audit_record_field_proposed_at],
  ['proposed_code', m.audit_record_field_proposed_code],
  ['rate', m.audit_record_field_rate],
  ['reason', m.audit_record_field_reason],
  ['reason_code', m.audit_record_field_reason_code],
  ['region', m.audit_record_field_region],
  ['region_id', m.audit_record_field_region_id],
  ['region_name', m.audit_record_field_region_name],
  ['region_url', m.audit_record_field_region_url],
  ['responded_at', m.audit_record_field_responded_at],
  ['response_action', m.audit_record_field_response_action],
  ['response_comment', m.audit_record_field_response_comment],
  ['review_reason', m.audit_record_field_review_reason],
  ['role', m.audit_record_field_role],
  ['said_at', m.audit_record_field_said_at],
  ['seller', m.audit_record_field_seller],
  ['service_type', m.audit_record_field_service_type],
  ['sign_id', m.audit_record_field_sign_id],
  ['sku_id', m.audit_record_field_sku_id],
  ['start_at', m.audit_record_field_start_at],
  ['source_id', m.audit_record_field_source_id],
  ['source_kind', m.audit_record_field_source_kind],
  ['state', m.audit_record_field_state],
  ['successor_id', m.audit_record_field_successor_id],
  ['suspension_days', m.audit_record_field_suspension_days],
  ['tags', m.audit_record_field_tags],
  ['temporary', m.audit_record_field_temporary],
  ['tier_level', m.audit_record_field_tier_level],
  ['tier_mode', m.audit_record_field_tier_mode],
  ['tiered_rate_id', m.audit_record_field_tiered_rate_id],
  ['threshold', m.audit_record_field_threshold],
  ['undeducted', m.audit_record_field_undeducted],
  ['valid_days', m.audit_record_field_valid_days],
]);

const holdReasons: Readonly<Record<HoldReasonCode, () => string>> = {
  customerRequest: m.audit_record_reason_customer_request,
  disputeSettled: m.audit_record_reason_dispute_settled,
  legalOrder: m.audit_record_reason_legal_order,
  mistake: m.audit_record_reason_mistake,
  closure: m.audit_record_reason_closure,
  other: m.audit_record_reason_other,
};
const holdReasonWord = new Map(Object.entries(holdReasons));

/** Values that are words of ours, by table and column. */
const valueWord = new Map<string, ReadonlyMap<string, () => string>>([
  ['cash_hold.cause', new Map(Object.entries(holdCauseWord))],
  ['cash_hold.reason_code', holdReasonWord],
  ['cash_hold.proposed_code', holdReasonWord],
  ['cash_hold.end_code', holdReasonWord],
  [
    'cash_hold.state',
    new Map([
      ['open', m.audit_record_hold_open],
      ['released', m.audit_record_hold_released],
      ['completed', m.audit_record_hold_completed],
      ['cancelled', m.audit_record_hold_cancelled],
    ]),
  ],
  ['contract.buyer_type', new Map(Object.entries(buyerTypeWord))],
  ['contract.state', new Map(Object.entries(contractStateWord))],
  ['contract_lifecycle.from_state', new Map(Object.entries(contractStateWord))],
  ['contract_lifecycle.state', new Map(Object.entries(contractStateWord))],
  [
    'contract_lifecycle.progress',
    new Map([
      ['planned', m.audit_record_progress_planned],
      ['taken', m.audit_record_progress_taken],
      ['withdrawn', m.audit_record_progress_withdrawn],
      ['refused', m.audit_record_progress_refused],
    ]),
  ],
  ['private_offer.channel', new Map(Object.entries(offerChannelWord))],
  ['private_offer.discount_type', new Map(Object.entries(offerDiscountTypeWord))],
  ['private_offer.end_reason', new Map(Object.entries(offerInvalidityWord))],
  [
    'private_offer.response_action',
    new Map([
      ['accept', m.audit_record_offer_accept],
      ['reject', m.audit_record_offer_reject],
    ]),
  ],
  ['private_offer.state', new Map(Object.entries(offerStatusWord))],
  ['datacloud.state', new Map(Object.entries(datacloudStateWord))],
  ['contract.service_type', new Map(Object.entries(serviceTypeWord).map(([type, word]) => [type, () => word]))],
  [
    'marketplace_link.state',
    new Map([
      ['subscribing', m.audit_record_link_subscribing],
      ['subscribed', m.audit_record_link_subscribed],
      ['unsubscribed', m.audit_record_link_unsubscribed],
    ]),
  ],
  [
    'statement.deduct_state',
    new Map([
      ['undeducted', m.statement_state_undeducted],
      ['partiallyDeducted', m.statement_state_partial],
      ['fullySettled', m.statement_state_settled],
    ]),
  ],
  [
    'tiered_rate.source_kind',
    new Map([
      ['contract', m.audit_record_source_contract],
      ['offer', m.audit_record_source_offer],
    ]),
  ],
  ['tiered_rate.tier_mode', new Map([['graduated', m.audit_record_tiers_graduated]])],
  [
    'statement.confirm_state',
    new Map([
      ['unconfirmed', m.audit_record_confirm_unconfirmed],
      ['confirmed', m.audit_record_confirm_confirmed],
      ['manualProcessing', m.audit_record_confirm_manual],
    ]),
  ],
  [
    'voucher.origin',
    new Map([
      ['operator', m.audit_record_voucher_operator],
      ['accountInit', m.audit_record_voucher_account_init],
    ]),
  ],
]);

const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const dayText = /^\d{4}-\d\d-\d\d$/;
const monthText = /^\d{4}-(0[1-9]|1[0-2])$/;

/** What a table holds, in the reader's words; one that this console does not know keeps its name. */
export function thingName(of: string): string {
  return thingWord.get(of)?.() ?? of;
}

export function fieldName(of: string, field: string): string {
  return (fieldWord.get(`${of}.${field}`) ?? fieldWord.get(field))?.() ?? field;
}

/** A value as a person reads it. Whatever it is, there is a text for it. */
export function valueName(of: string, field: string, value: unknown): string {
  if (value === null || value === undefined) return m.audit_record_nothing();
  if (typeof value === 'boolean') return value ? m.audit_record_yes() : m.audit_record_no();
  if (typeof value !== 'string') return figureName(field, rawText(value)) ?? rawText(value);
  if (value === '') return m.audit_record_empty_text();
  return valueWord.get(`${of}.${field}`)?.get(value)?.() ?? figureName(field, value) ?? otherName(of, field, value);
}

/** As it is kept, to be copied. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function otherName(of: string, field: string, value: string): string {
  if (of === 'datacloud' && field === 'edition') return editionName(value);
  if (of === 'datacloud' && field === 'cloud') return cloudName(value);
  // Only what a column of ours promises to be a time is read as one: a name may look like it.
  if (/_(at|on|from|to|date|deadline)$/.test(field) && fieldWord.has(field)) {
    if (instantText.test(value) && isTime(value)) return formatInstant(value);
    if (dayText.test(value) && isTime(value)) return formatDay(value);
  }
  return field === 'from_month' && monthText.test(value) ? formatMonth(value) : value;
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text));
