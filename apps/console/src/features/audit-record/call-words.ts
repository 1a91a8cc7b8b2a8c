import type { OwnAct } from '@usance/api/audit-record';
import { m } from '../../paraglide/messages.js';
import type { AuditedKind } from './audited-kinds.ts';

/** What a kind of call is of. */
export const kindWord: Readonly<Record<AuditedKind, () => string>> = {
  'account-period': m.audit_record_kind_account_period,
  arrears: m.audit_record_kind_arrears,
  'audit-record': m.audit_record_kind_audit_record,
  'available-balance': m.audit_record_kind_available_balance,
  balance: m.audit_record_kind_balance,
  'balance-warning': m.audit_record_kind_balance_warning,
  bank: m.audit_record_kind_bank,
  'billing-version': m.audit_record_kind_billing_version,
  contract: m.audit_record_kind_contract,
  'contract-archive': m.audit_record_kind_contract_archive,
  'contract-blacklist': m.audit_record_kind_contract_blacklist,
  'contract-buyer': m.audit_record_kind_contract_buyer,
  'contract-key': m.audit_record_kind_contract_key,
  'contract-lifecycle': m.audit_record_kind_contract_lifecycle,
  'contract-role': m.audit_record_kind_contract_role,
  'credit-limit': m.audit_record_kind_credit_limit,
  datacloud: m.audit_record_kind_datacloud,
  deduction: m.audit_record_kind_deduction,
  discount: m.audit_record_kind_discount,
  'due-date': m.audit_record_kind_due_date,
  'feature-gate': m.audit_record_kind_feature_gate,
  focus: m.audit_record_kind_focus,
  frozen: m.audit_record_kind_frozen,
  'grace-period': m.audit_record_kind_grace_period,
  'kyc-info': m.audit_record_kind_kyc_info,
  notification: m.audit_record_kind_notification,
  price: m.audit_record_kind_price,
  purchase: m.audit_record_kind_purchase,
  'purchase-blacklist': m.audit_record_kind_purchase_blacklist,
  region: m.audit_record_kind_region,
  statement: m.audit_record_kind_statement,
  tier: m.audit_record_kind_tier,
  voucher: m.audit_record_kind_voucher,
};

/** What the platform did by itself, of which nobody made a call. */
const actWord: Readonly<Record<OwnAct, () => string>> = {
  'contract-lifecycle.follow': m.audit_record_act_contract_lifecycle_follow,
  'datacloud.destroy': m.audit_record_act_datacloud_destroy,
  'datacloud.end-order': m.audit_record_act_datacloud_end_order,
  'datacloud.pause': m.audit_record_act_datacloud_pause,
  'datacloud.resume': m.audit_record_act_datacloud_resume,
  'frozen.release-ended': m.audit_record_act_frozen_release_ended,
  'statement.confirm-due': m.audit_record_act_statement_confirm_due,
};

/** What a call did, by its id without `internal`: the platform's people do what customers do. */
const writeWord = new Map<string, () => string>([
  ...Object.entries(actWord),
  ['account-period.reopen', m.audit_record_call_account_period_reopen],
  ['arrears.calculate', m.audit_record_call_arrears_calculate],
  ['available-balance.check', m.audit_record_call_available_balance_check],
  ['balance.calculate', m.audit_record_call_balance_calculate],
  ['balance-warning.set', m.audit_record_call_balance_warning_set],
  ['bank.begin-withdrawal', m.audit_record_call_bank_begin_withdrawal],
  ['bank.cancel-withdrawal', m.audit_record_call_bank_cancel_withdrawal],
  ['bank.complete-withdrawal', m.audit_record_call_bank_complete_withdrawal],
  ['bank.record', m.audit_record_call_bank_record],
  ['billing-version.create', m.audit_record_call_billing_version_create],
  ['contract-archive.import', m.audit_record_call_contract_archive_import],
  ['contract-blacklist.create', m.audit_record_call_contract_blacklist_create],
  ['contract-blacklist.delete', m.audit_record_call_contract_blacklist_delete],
  ['contract-blacklist.update', m.audit_record_call_contract_blacklist_update],
  ['contract-lifecycle.create', m.audit_record_call_contract_lifecycle_create],
  ['contract-lifecycle.update', m.audit_record_call_contract_lifecycle_update],
  ['contract-role.grant', m.audit_record_call_contract_role_grant],
  ['contract-role.revoke', m.audit_record_call_contract_role_revoke],
  ['contract.create', m.audit_record_call_contract_create],
  ['credit-limit.create', m.audit_record_call_credit_limit_create],
  ['credit-limit.delete', m.audit_record_call_credit_limit_delete],
  ['credit-limit.update', m.audit_record_call_credit_limit_update],
  ['datacloud.create', m.audit_record_call_datacloud_create],
  ['datacloud.delete', m.audit_record_call_datacloud_delete],
  ['datacloud.report-event', m.audit_record_call_datacloud_report_event],
  ['deduction.calculate', m.audit_record_call_deduction_calculate],
  ['discount.create', m.audit_record_call_discount_create],
  ['discount.delete', m.audit_record_call_discount_delete],
  ['discount.update', m.audit_record_call_discount_update],
  ['due-date.create', m.audit_record_call_due_date_create],
  ['due-date.delete', m.audit_record_call_due_date_delete],
  ['due-date.update', m.audit_record_call_due_date_update],
  ['feature-gate.create', m.audit_record_call_feature_gate_create],
  ['feature-gate.delete', m.audit_record_call_feature_gate_delete],
  ['focus.import', m.audit_record_call_focus_import],
  ['grace-period.create', m.audit_record_call_grace_period_create],
  ['grace-period.delete', m.audit_record_call_grace_period_delete],
  ['grace-period.update', m.audit_record_call_grace_period_update],
  ['frozen.approve', m.audit_record_call_frozen_approve],
  ['frozen.calculate', m.audit_record_call_frozen_calculate],
  ['frozen.hold', m.audit_record_call_frozen_hold],
  ['frozen.reject', m.audit_record_call_frozen_reject],
  ['frozen.release', m.audit_record_call_frozen_release],
  ['kyc-info.update', m.audit_record_call_kyc_info_update],
  ['notification.read', m.audit_record_call_notification_read],
  ['purchase-blacklist.create', m.audit_record_call_purchase_blacklist_create],
  ['purchase-blacklist.delete', m.audit_record_call_purchase_blacklist_delete],
  ['purchase-blacklist.update', m.audit_record_call_purchase_blacklist_update],
  ['purchase.calculate', m.audit_record_call_purchase_calculate],
  ['statement.calculate', m.audit_record_call_statement_calculate],
  ['statement.confirm', m.audit_record_call_statement_confirm],
  ['statement.delete', m.audit_record_call_statement_delete],
  ['statement.sign', m.audit_record_call_statement_sign],
  ['statement.update', m.audit_record_call_statement_update],
  ['tier.create', m.audit_record_call_tier_create],
  ['tier.delete', m.audit_record_call_tier_delete],
  ['tier.update', m.audit_record_call_tier_update],
  ['voucher.issue', m.audit_record_call_voucher_issue],
  ['voucher.redeem', m.audit_record_call_voucher_redeem],
]);

/** What a call that only reads is called: it stands in the audit where one of the platform's people made it. */
const reads: ReadonlySet<string> = new Set([
  'agg-by',
  'agg-by-sku',
  'balance',
  'cash-holds',
  'check',
  'children',
  'contract-list',
  'daily-acc',
  'details',
  'distinct-fields',
  'download',
  'dynamic-preview',
  'encodedlicense',
  'export',
  'get',
  'list',
  'parents',
  'preview',
  'publickey',
  'summary',
  'transactions',
  'upgrade-notification',
]);

const kinds = new Map<string, () => string>(Object.entries(kindWord));

/** A call in the reader's words; one that this console does not know keeps its id. */
export function callName(id: string): string {
  const call = id.replace(/^internal\./, '');
  const written = writeWord.get(call);
  if (written) return written();
  const [noun = '', verb = ''] = call.split('.');
  const kind = kinds.get(noun);
  return kind && reads.has(verb) ? m.audit_record_read({ kind: kind() }) : id;
}
