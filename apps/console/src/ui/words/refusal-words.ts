import type { Reason } from '@usance/api/reason';
import { type ApiError, unreadableReply } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import { formatMonth } from '../format/dates.ts';

type Words = (error: ApiError) => string;

/**
 * The text of every reason that a customer's call can be refused with; a test checks that the list is complete. The
 * text of an INVALID_PARAMETER comes from its rule.
 */
export const refusalWords = {
  ACCOUNT_EXISTS: m.refusal_account_exists,
  ACCOUNT_NOT_FOUND: m.refusal_account_not_found,
  ACCOUNT_PERIOD_CONFLICT: m.refusal_account_period_conflict,
  AMOUNT_TOO_LARGE: m.refusal_amount_too_large,
  ATTACHMENT_NOT_FOUND: m.refusal_attachment_not_found,
  AUTH_JOB_NOT_FOUND: m.refusal_auth_job_not_found,
  BILLING_VERSION_CONFLICT: m.refusal_billing_version_conflict,
  BUDGET_CONFLICT: m.refusal_budget_conflict,
  BUDGET_NOT_FOUND: m.refusal_budget_not_found,
  COST_VIEW_CONFLICT: m.refusal_cost_view_conflict,
  COST_VIEW_NOT_FOUND: m.refusal_cost_view_not_found,
  CONTRACT_KEY_NOT_FOUND: m.refusal_contract_key_not_found,
  CONTRACT_NOT_FOUND: m.refusal_contract_not_found,
  CONTRACT_STATE_CONFLICT: m.refusal_contract_state_conflict,
  CURRENCY_CONFLICT: m.refusal_currency_conflict,
  CROSS_SITE_REQUEST: m.refusal_cross_site_request,
  DATACLOUD_EXISTS: m.refusal_datacloud_exists,
  DATACLOUD_NOT_FOUND: m.refusal_datacloud_not_found,
  DATACLOUD_STATE_CONFLICT: m.refusal_datacloud_state_conflict,
  FILE_TOO_LARGE: m.refusal_file_too_large,
  FROZEN_CONFLICT: m.refusal_frozen_conflict,
  HEADERS_TOO_LARGE: m.refusal_headers_too_large,
  IDEMPOTENCY_KEY_CONFLICT: m.refusal_idempotency_key_conflict,
  INTERNAL_ERROR: m.refusal_internal_error,
  INVALID_CREDENTIALS: m.refusal_invalid_credentials,
  INVALID_SESSION: m.refusal_invalid_session,
  LAST_ADMIN: m.refusal_last_admin,
  MONTH_SIGNED: m.refusal_month_signed,
  MARKETPLACE_ALREADY_LINKED: m.refusal_marketplace_already_linked,
  MARKETPLACE_CONFLICT: m.refusal_marketplace_conflict,
  NOT_FOUND: m.refusal_not_found,
  NOT_IMPLEMENTED: m.refusal_not_implemented,
  NOT_GRANT_PLATFORM_ERROR: m.refusal_not_grant_platform_error,
  NO_PERMISSION: whoMay,
  OFFER_STATE_CONFLICT: m.refusal_offer_state_conflict,
  PASSKEY_EXISTS: m.refusal_passkey_exists,
  PASSKEY_LIMIT: m.refusal_passkey_limit,
  PASSKEY_NOT_FOUND: m.refusal_passkey_not_found,
  PASSKEY_REFUSED: m.refusal_passkey_refused,
  PASSWORD_PROOF_REQUIRED: m.refusal_password_proof_required,
  PORTRAIT_NOT_FOUND: m.refusal_portrait_not_found,
  PRIVATE_OFFER_NOT_FOUND: m.refusal_private_offer_not_found,
  REQUEST_TIMEOUT: m.refusal_request_timeout,
  ROLE_LIMIT: m.refusal_role_limit,
  ROLE_NOT_GRANTED: m.refusal_role_not_granted,
  SECOND_FACTOR_CONFLICT: m.refusal_second_factor_conflict,
  SECOND_FACTOR_REQUIRED: m.refusal_second_factor_required,
  SESSION_NOT_FOUND: m.refusal_session_not_found,
  SINGLE_SIGN_ON_NOT_FOUND: m.refusal_single_sign_on_not_found,
  SINGLE_SIGN_ON_NO_ACCOUNT: m.refusal_single_sign_on_no_account,
  SINGLE_SIGN_ON_REFUSED: m.refusal_single_sign_on_refused,
  SINGLE_SIGN_ON_SECOND_FACTOR: m.refusal_single_sign_on_second_factor,
  STATEMENT_NOT_CONFIRMED: ofMonth(m.refusal_statement_not_confirmed),
  STATEMENT_NOT_FOUND: m.refusal_statement_not_found,
  STATEMENT_STATE_CONFLICT: stateOfMonth,
  TOO_MANY_REQUESTS: untilThen,
  UNAVAILABLE: m.refusal_unavailable,
  UNSUPPORTED_MEDIA_TYPE: m.refusal_unsupported_media_type,
  URI_TOO_LONG: m.refusal_uri_too_long,
  USAGE_UNPRICED: m.refusal_usage_unpriced,
} as const satisfies Partial<Readonly<Record<Reason, Words>>>;

const words = new Map([
  ['confirmed', m.refusal_statement_confirmed],
  ['manualProcessing', m.refusal_statement_disputed],
]);

const known: Partial<Readonly<Record<string, Words>>> = refusalWords;

/** Returns the console's own text. An unknown reason, of a newer server, has the server's text. */
export function refusalText(error: ApiError): string {
  if (error.reason === unreadableReply) return m.refusal_unreadable({ status: error.status });
  return known[error.reason]?.(error) ?? error.message;
}

/** Names the role that would allow it and who grants it, or says that an operator can only read here. */
function whoMay({ metadata: { role, acting } }: ApiError): string {
  if (acting !== undefined) return m.refusal_acting();
  return role === undefined ? m.refusal_no_permission() : m.refusal_needs_role({ role });
}

/** Returns the time to wait, if the refusal names it. The button for another code already counts down its own wait. */
function untilThen({ metadata, againAt }: ApiError): string {
  const seconds = Math.ceil((againAt - performance.now()) / 1_000);
  if (!(seconds > 0)) return m.refusal_too_many_requests();
  if (metadata['codeSent'] !== undefined) return m.refusal_code_sent();
  if (seconds < 60) return m.refusal_too_many_seconds({ seconds });
  return m.refusal_too_many_minutes({ minutes: Math.ceil(seconds / 60) });
}

/** Names the state of the statement, so that the reader learns if it is confirmed or in dispute. */
function stateOfMonth(error: ApiError): string {
  const { confirmState = '' } = error.metadata;
  return ofMonth(words.get(confirmState) ?? m.refusal_statement_state)(error);
}

/** Names the month of the refusal. */
function ofMonth(word: (about: { month: string }) => string): Words {
  return ({ metadata: { month = '' } }) => word({ month: formatMonth(month) });
}
