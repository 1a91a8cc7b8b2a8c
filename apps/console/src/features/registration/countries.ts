import { getLocale } from '../../i18n/locale.ts';
import type { Option } from '../../ui/field/option-list.tsx';

/** The most frequent countries, listed first. */
const first = ['US', 'SG', 'CA', 'GB'];

const others = (
  'AE AL AM AO AR AT AU AZ BA BB BD BE BG BH BN BO BR BS BW BY BZ CH CI CL CM CN CO CR CY CZ DE DK DO DZ EC EE EG ES ' +
  'ET FI FJ FR GE GH GR GT HK HN HR HU ID IE IL IN IQ IS IT JM JO JP KE KH KR KW KZ LA LB LK LT LU LV MA MD ME MK MM ' +
  'MN MO MT MU MV MX MY MZ NA NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PY QA RO RS RW SA SE SI SK SN SV TH TN TR TT TW ' +
  'TZ UA UG UY UZ VN ZA ZM ZW'
).split(' ');

/**
 * Returns the countries and regions with names in the reader's language. The English names are stored, like those of
 * the account page.
 */
export function countryOptions(): Option[] {
  const locale = getLocale();
  const order = new Intl.Collator(locale);
  const named = (code: string): Option => ({ value: countryName(code, 'en'), label: countryName(code, locale) });
  return [...first.map(named), ...others.map(named).sort((left, right) => order.compare(left.label, right.label))];
}

/** Returns the country of a link by ISO code or English name; empty if there is none. */
export function countryOf(text = ''): string {
  const code = codeOf(text);
  return code === undefined ? '' : countryName(code, 'en');
}

/** Returns a stored country's name in the reader's language; an unknown value stays. */
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
  // The long names of these two are too long for a list.
  const style = code === 'HK' || code === 'MO' ? 'short' : 'long';
  return new Intl.DisplayNames(locale, { type: 'region', style }).of(code) ?? code;
}
