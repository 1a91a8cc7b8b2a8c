import { type RuleArguments, type RuleId, ruleSaying } from '@usance/api/rule';
import { m } from '../../paraglide/messages.js';
import { countryWord } from '../format/country-word.ts';

/** The words of every rule by which a value can be refused. In English they are the rule's own; a test compares them. */
const ruleWords: { readonly [Id in RuleId]: (places: RuleArguments<Id>) => string } = {
  required: m.rule_required,
  shortest: m.rule_shortest,
  longest: m.rule_longest,
  controlCharacters: m.rule_control_characters,
  wholeText: m.rule_whole_text,
  signedDecimal: m.rule_signed_decimal,
  positiveDecimal: m.rule_positive_decimal,
  decimalString: m.rule_decimal_string,
  notNegative: m.rule_not_negative,
  amountNotNegative: m.rule_amount_not_negative,
  aboveZero: m.rule_above_zero,
  instant: m.rule_instant,
  day: m.rule_day,
  month: m.rule_month,
  id: m.rule_id,
  contractId: m.rule_contract_id,
  wholeNumber: m.rule_whole_number,
  least: m.rule_least,
  most: m.rule_most,
  flag: m.rule_flag,
  tooMany: m.rule_too_many,
  ordering: m.rule_ordering,
  ids: m.rule_ids,
  monthWindow: m.rule_month_window,
  instantPassed: m.rule_instant_passed,
  instantWindow: m.rule_instant_window,
  unknownField: m.rule_unknown_field,
  givenTwice: m.rule_given_twice,
  jsonObject: m.rule_json_object,
  idempotencyKey: m.rule_idempotency_key,
  endBeforeStart: m.rule_end_before_start,
  emailRequired: m.rule_email_required,
  emailInvalid: m.rule_email_invalid,
  noSpace: m.rule_no_space,
  passwordRequired: m.rule_password_required,
  passwordLength: m.rule_password_length,
  passwordCharacters: m.rule_password_characters,
  passwordCommon: m.rule_password_common,
  codeRequired: m.rule_code_required,
  codeWrong: m.rule_code_wrong,
  passkeyWrong: m.rule_passkey_wrong,
  phoneInvalid: m.rule_phone_invalid,
  phoneOfCountry: ({ country, digits }) => m.rule_phone_of_country({ country: countryWord(String(country)), digits }),
  countryCodeUnknown: m.rule_country_code_unknown,
  portraitTooLarge: m.rule_portrait_too_large,
  portraitPixels: m.rule_portrait_pixels,
  portraitFormat: m.rule_portrait_format,
  identityId: m.rule_identity_id,
  nameRequired: m.rule_name_required,
  startsWithLetter: m.rule_starts_with_letter,
  nameCharacters: m.rule_name_characters,
  nameLength: m.rule_name_length,
  aboutToday: m.rule_about_today,
  buyerTypeStays: m.rule_buyer_type_stays,
  successorOfRenewed: m.rule_successor_of_renewed,
  featureName: m.rule_feature_name,
  lettersAndDigits: m.rule_letters_and_digits,
  regionUnknown: m.rule_region_unknown,
  regionNotServing: m.rule_region_not_serving,
  dailyRange: m.rule_daily_range,
  dimensionMissing: m.rule_dimension_missing,
  tooManyGroups: m.rule_too_many_groups,
  onlyConfirm: m.rule_only_confirm,
  statementMissing: m.rule_statement_missing,
  namedTwice: m.rule_named_twice,
  domain: m.rule_domain,
  providerAddress: m.rule_provider_address,
  certificate: m.rule_certificate,
};

/** A rule's sentence in the reader's language. Any other text is shown as it came. */
export function ruleText(text: string): string {
  const rule = ruleSaying(text);
  if (rule === undefined) return text;
  // What was found in the sentence are the places of that very rule.
  const words = ruleWords[rule.id] as (places: Readonly<Record<string, string>>) => string;
  return words(rule.places);
}
