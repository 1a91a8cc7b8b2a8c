import { localeTag } from '../format/locale.ts';

/** The countries that the product knows by their English names. */
export const countryRegions: Readonly<Record<string, string>> = {
  'United States': 'US',
  Singapore: 'SG',
  China: 'CN',
  'Hong Kong': 'HK',
  Japan: 'JP',
  'South Korea': 'KR',
  'United Kingdom': 'GB',
  Germany: 'DE',
  France: 'FR',
  Italy: 'IT',
};

/** A country's name in the reader's language. In English the names stand as they are kept. */
export function countryWord(name: string): string {
  const region = countryRegions[name];
  if (region === undefined || localeTag() === 'en-US') return name;
  return new Intl.DisplayNames([localeTag()], { type: 'region' }).of(region) ?? name;
}
