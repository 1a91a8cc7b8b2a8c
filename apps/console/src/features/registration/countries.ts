import { getLocale } from '../../i18n/locale.ts';
import type { Option } from '../../ui/field/option-list.tsx';

/** Where most come from, before all others. */
const first = ['US', 'SG', 'CA', 'GB'];

const others = (
  'AE AL AM AO AR AT AU AZ BA BB BD BE BG BH BN BO BR BS BW BY BZ CH CI CL CM CN CO CR CY CZ DE DK DO DZ EC EE EG ES ' +
  'ET FI FJ FR GE GH GR GT HK HN HR HU ID IE IL IN IQ IS IT JM JO JP KE KH KR KW KZ LA LB LK LT LU LV MA MD ME MK MM ' +
  'MN MO MT MU MV MX MY MZ NA NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PY QA RO RS RW SA SE SI SK SN SV TH TN TR TT TW ' +
  'TZ UA UG UY UZ VN ZA ZM ZW'
).split(' ');

/**
 * The countries and regions that can be chosen, with their names in the reader's language. Their English names are kept, as
 * the account page keeps its own.
 */
export function countryOptions(): Option[] {
  const locale = getLocale();
  const order = new Intl.Collator(locale);
  const named = (code: string): Option => ({ value: countryName(code, 'en'), label: countryName(code, locale) });
  return [...first.map(named), ...others.map(named).sort((left, right) => order.compare(left.label, right.label))];
}

/** A country that came with a link, by its ISO code or its English name; empty where there is none such. */
export function countryOf(text = ''): string {
  const code = codeOf(text);
  return code === undefined ? '' : countryName(code, 'en');
}

/** A country as it is kept, in the reader's language; what is none stays as it is. */
export function countryLabel(text: string): string {
  const code = codeOf(text);
  return code === undefined ? text : countryName(code, getLocale());
}

function codeOf(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  return [...first, ...others].find((each) =>
    [each, countryName(each, 'en')].some((name) => name.toLowerCase() === wanted),
  );
}

function countryName(code: string, locale: string): string {
  // The long names of these two say more than a list needs.
  const style = code === 'HK' || code === 'MO' ? 'short' : 'long';
  return new Intl.DisplayNames(locale, { type: 'region', style }).of(code) ?? code;
}
